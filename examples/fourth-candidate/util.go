package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// hash is how long-lived secrets are kept.
func hash(s string) string {
	if s == "" {
		return "-"
	}
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func unquote(b []byte) string {
	var s string
	json.Unmarshal(b, &s)
	return s
}

// lst makes sure that an empty list renders as [].
func lst[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}
