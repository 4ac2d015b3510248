package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestExchange(t *testing.T) {
	ec, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	rs, _ := rsa.GenerateKey(rand.Reader, 2048)
	edPub, ed, _ := ed25519.GenerateKey(rand.Reader)
	b := func(n *big.Int) string { return b64.EncodeToString(n.FillBytes(make([]byte, (n.BitLen()+7)/8))) }
	var issuer *httptest.Server
	issuer = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "openid-configuration") {
			fmt.Fprintf(w, `{"jwks_uri":"%s/keys"}`, issuer.URL)
			return
		}
		json.NewEncoder(w).Encode(obj{"keys": []obj{
			{"kty": "EC", "kid": "ec", "crv": "P-256", "x": b(ec.X), "y": b(ec.Y)},
			{"kty": "RSA", "kid": "rs", "n": b(rs.N), "e": "AQAB"},
			{"kty": "OKP", "kid": "ed", "crv": "Ed25519", "x": b64.EncodeToString(edPub)},
		}})
	}))
	defer issuer.Close()
	s := &Server{mux: http.NewServeMux()}
	s.reset()
	s.registryRoutes()
	s.w.orgs[0].Reg.registries = []*Registry{{Slug: "apps", layers: map[string]int64{}, rules: []*OidcRule{{ID: 1, Issuer: issuer.URL, Audience: "reg", SubjectPattern: "repo:x:*", Mode: "pull"}}}}
	token := func(alg, kid, sub string, exp time.Time) string {
		h, _ := json.Marshal(obj{"alg": alg, "kid": kid})
		p, _ := json.Marshal(obj{"iss": issuer.URL, "sub": sub, "aud": "reg", "exp": exp.Unix()})
		in := b64.EncodeToString(h) + "." + b64.EncodeToString(p)
		sum := sha256.Sum256([]byte(in))
		var sig []byte
		switch alg {
		case "ES256":
			r, ss, _ := ecdsa.Sign(rand.Reader, ec, sum[:])
			sig = append(r.FillBytes(make([]byte, 32)), ss.FillBytes(make([]byte, 32))...)
		case "RS256":
			sig, _ = rsa.SignPKCS1v15(rand.Reader, rs, crypto.SHA256, sum[:])
		case "EdDSA":
			sig = ed25519.Sign(ed, []byte(in))
		}
		return in + "." + b64.EncodeToString(sig)
	}
	hour := time.Now().Add(time.Hour)
	for _, c := range []struct {
		tok  string
		want int
	}{
		{token("ES256", "ec", "repo:x:main", hour), 201},
		{token("RS256", "rs", "repo:x:main", hour), 201},
		{token("EdDSA", "ed", "repo:x:main", hour), 201},
		{token("ES256", "rs", "repo:x:main", hour), 401},
		{token("none", "ec", "repo:x:main", hour), 401},
		{token("ES256", "ec", "repo:y:main", hour), 403},
		{token("ES256", "ec", "repo:x:main", time.Now().Add(-time.Hour)), 401},
		{"x", 401},
	} {
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, httptest.NewRequest("POST", "/api/v1/registry/oidc/exchange", strings.NewReader(`{"registry":"apps","token":"`+c.tok+`"}`)))
		if rec.Code != c.want {
			t.Errorf("%d, want %d: %s", rec.Code, c.want, rec.Body)
		}
	}
}
