package main

import "testing"

func TestExactly(t *testing.T) {
	var q struct {
		Name      *string
		DomainIDs []string
		Target    *struct{ ID, URL *string }
		Any       map[string]string
		Tagged    int64 `json:"storageGiB,omitempty"`
	}
	for in, want := range map[string]string{
		`{"name":"a","domainIds":["b"],"storageGiB":1}`: `{"domainIds":["b"],"name":"a","storageGiB":1}`,
		`{"NAME":"a","Name":"b","domainIDs":["c"]}`:     `{}`,
		`{"target":{"id":"a","URL":"b"}}`:               `{"target":{"id":"a"}}`,
		`{"any":{"Accept":"a"},"unheardOf":1}`:          `{"any":{"Accept":"a"}}`,
		`{"name":`:                                      `{"name":`,
	} {
		if got := string(exactly([]byte(in), &q)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
