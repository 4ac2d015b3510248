package main

import (
	"testing"
	"time"
)

func at(s string) time.Time { t, _ := time.Parse(time.RFC3339, s); return t }

func TestRotation(t *testing.T) {
	two := 2
	s := &Schedule{Timezone: "Europe/Berlin", Handoff: Handoff{"daily", nil, "09:00"}, CreatedAt: Time{at("2026-03-27T12:00:00Z")},
		Participants: []Participant{{"a", "A"}, {"b", "B"}, {"c", "C"}}}
	for in, want := range map[string]string{
		"2026-03-27T12:00:00Z": "a", "2026-03-28T07:59:59Z": "a", "2026-03-28T08:00:00Z": "b",
		"2026-03-29T06:59:59Z": "b", "2026-03-29T07:00:00Z": "c", // summer time began
		"2026-03-30T07:00:00Z": "a", "2026-03-27T07:00:00Z": "c",
	} {
		if got := s.onCall(at(in)).UserID; got != want {
			t.Errorf("daily %s: %s, want %s", in, got, want)
		}
	}
	s.Handoff = Handoff{"weekly", &two, "00:00"} // Tuesdays
	for in, want := range map[string]string{
		"2026-03-27T12:00:00Z": "a", "2026-03-30T21:59:00Z": "a", "2026-03-30T22:00:00Z": "b", "2026-04-06T22:00:00Z": "c", "2026-04-13T22:00:00Z": "a",
	} {
		if got := s.onCall(at(in)).UserID; got != want {
			t.Errorf("weekly %s: %s, want %s", in, got, want)
		}
	}
	if u := s.onCall(at("2026-03-27T12:00:00Z")).Until.String(); u != "2026-03-30T22:00:00.000Z" {
		t.Errorf("until %s", u)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		p, s string
		ok   bool
	}{{"repo:*", "repo:x", true}, {"*", "", true}, {"a*b*c", "axxbyyc", true}, {"a*b", "ab", true}, {"a*a", "a", false}, {"x", "xy", false}} {
		if glob(c.p, c.s) != c.ok {
			t.Errorf("%q %q", c.p, c.s)
		}
	}
}
