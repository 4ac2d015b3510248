package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
)

// exactly drops the members of a JSON object whose names are those of no field to the letter: encoding/json would take
// them in any case.
func exactly(in []byte, v any) []byte {
	d := json.NewDecoder(bytes.NewReader(in))
	d.UseNumber()
	var whole any
	if d.Decode(&whole) != nil || d.More() {
		return in // decoding it says what is wrong
	}
	out, err := json.Marshal(exact(whole, reflect.TypeOf(v)))
	if err != nil {
		return in
	}
	return out
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

func exact(v any, t reflect.Type) any {
	for t.Kind() == reflect.Pointer && !t.Implements(unmarshaler) {
		t = t.Elem()
	}
	if t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler) {
		return v
	}
	switch w := v.(type) {
	case []any:
		if t.Kind() == reflect.Slice {
			for n := range w {
				w[n] = exact(w[n], t.Elem())
			}
		}
	case map[string]any:
		if t.Kind() == reflect.Struct {
			kept := map[string]any{}
			for _, f := range reflect.VisibleFields(t) {
				if m, ok := w[wireName(f)]; ok && f.IsExported() {
					kept[wireName(f)] = exact(m, f.Type)
				}
			}
			return kept
		}
	}
	return v
}

var initialisms = strings.NewReplacer("HTTP", "Http", "TCP", "Tcp", "TLS", "Tls", "URL", "Url", "DNS", "Dns", "ID", "Id", "IP", "Ip")

// wireName is what a field is called in JSON: what its tag says, or its own name in camel case.
func wireName(f reflect.StructField) string {
	if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
		return name
	}
	name := initialisms.Replace(f.Name)
	return strings.ToLower(name[:1]) + name[1:]
}
