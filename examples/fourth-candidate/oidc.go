package main

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"strings"
	"time"
)

type jwk struct{ Kty, Kid, Alg, Crv, N, E, X, Y, Use string }

type idToken struct {
	alg, kid  string
	iss, sub  string
	aud       []string
	exp, nbf  float64
	signed    string
	signature []byte
}

var b64 = base64.RawURLEncoding

func parseIDToken(s string) (*idToken, error) {
	parts := strings.Split(s, ".")
	if len(parts) != 3 {
		return nil, errors.New("not a JWT")
	}
	var head struct{ Alg, Kid string }
	var claims struct {
		Iss, Sub string
		Aud      json.RawMessage
		Exp, Nbf float64
	}
	h, err1 := b64.DecodeString(parts[0])
	p, err2 := b64.DecodeString(parts[1])
	sig, err3 := b64.DecodeString(parts[2])
	if err1 != nil || err2 != nil || err3 != nil || json.Unmarshal(h, &head) != nil || json.Unmarshal(p, &claims) != nil {
		return nil, errors.New("not a JWT")
	}
	t := &idToken{alg: head.Alg, kid: head.Kid, iss: claims.Iss, sub: claims.Sub, exp: claims.Exp, nbf: claims.Nbf, signed: parts[0] + "." + parts[1], signature: sig}
	var one string
	if json.Unmarshal(claims.Aud, &one) == nil {
		t.aud = []string{one}
	} else {
		json.Unmarshal(claims.Aud, &t.aud)
	}
	return t, nil
}

func bigInt(s string) *big.Int {
	b, _ := b64.DecodeString(strings.TrimRight(s, "="))
	return new(big.Int).SetBytes(b)
}

func (t *idToken) verify(k jwk) bool {
	if len(t.alg) < 5 && t.alg != "EdDSA" {
		return false
	}
	if t.alg == "EdDSA" {
		x, err := b64.DecodeString(k.X)
		return err == nil && k.Kty == "OKP" && len(x) == ed25519.PublicKeySize && ed25519.Verify(x, []byte(t.signed), t.signature)
	}
	hf, ok := map[string]crypto.Hash{"256": crypto.SHA256, "384": crypto.SHA384, "512": crypto.SHA512}[t.alg[2:]]
	if !ok {
		return false
	}
	h := hf.New()
	h.Write([]byte(t.signed))
	sum := h.Sum(nil)
	switch t.alg[:2] {
	case "RS", "PS":
		if k.Kty != "RSA" {
			return false
		}
		pub := &rsa.PublicKey{N: bigInt(k.N), E: int(bigInt(k.E).Int64())}
		if pub.N.BitLen() < 1024 || pub.E < 3 {
			return false
		}
		if t.alg[:2] == "RS" {
			return rsa.VerifyPKCS1v15(pub, hf, sum, t.signature) == nil
		}
		return rsa.VerifyPSS(pub, hf, sum, t.signature, nil) == nil
	case "ES":
		curve := map[string]elliptic.Curve{"P-256": elliptic.P256(), "P-384": elliptic.P384(), "P-521": elliptic.P521()}[k.Crv]
		if k.Kty != "EC" || curve == nil || len(t.signature)%2 != 0 {
			return false
		}
		n := len(t.signature) / 2
		pub := &ecdsa.PublicKey{Curve: curve, X: bigInt(k.X), Y: bigInt(k.Y)}
		if !curve.IsOnCurve(pub.X, pub.Y) {
			return false
		}
		return ecdsa.Verify(pub, sum, new(big.Int).SetBytes(t.signature[:n]), new(big.Int).SetBytes(t.signature[n:]))
	}
	return false
}

func getJSON(url string, v any) error {
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != 200 {
		return errors.New(res.Status)
	}
	return json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(v)
}

// issuerKeys asks the issuer for its keys.
func issuerKeys(issuer string) ([]jwk, error) {
	var conf struct {
		JwksURI string `json:"jwks_uri"`
	}
	if err := getJSON(strings.TrimRight(issuer, "/")+"/.well-known/openid-configuration", &conf); err != nil {
		return nil, err
	}
	var set struct{ Keys []jwk }
	err := getJSON(conf.JwksURI, &set)
	return set.Keys, err
}

// glob matches a pattern in which * stands for any text.
func glob(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	if !strings.HasPrefix(s, parts[0]) {
		return false
	}
	s = s[len(parts[0]):]
	last := parts[len(parts)-1]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return strings.HasSuffix(s, last)
}

// oidcExchange trades an ID token for a short-lived registry key.
func (s *Server) oidcExchange(rw http.ResponseWriter, r *http.Request) {
	in, ok := readBody(rw, r)
	if !ok {
		return
	}
	var q struct {
		Registry, Slug, Token, IDToken *string
		SubjectToken                   *string `json:"subject_token"`
	}
	if len(in) > 0 {
		if err := decodeBody(in, &q, true); err != nil {
			writeErr(rw, 400, err.Error())
			return
		}
	}
	first := func(l ...*string) string {
		for _, x := range l {
			if x != nil {
				return *x
			}
		}
		return ""
	}
	slug, raw := first(q.Registry, q.Slug), first(q.Token, q.IDToken, q.SubjectToken)
	if raw == "" {
		raw = bearer(r)
	}
	if slug == "" {
		writeErr(rw, 400, "registry is required")
		return
	}
	if raw == "" {
		writeErr(rw, 401, "an ID token is required")
		return
	}
	t, err := parseIDToken(raw)
	if err != nil {
		writeErr(rw, 401, err.Error())
		return
	}
	candidates := func(w *World) (*Registry, []*OidcRule) {
		_, reg := w.registry(slug)
		if reg == nil {
			return nil, nil
		}
		return reg, remove(reg.rules, func(x *OidcRule) bool {
			return x.Issuer != t.iss || !contains(t.aud, x.Audience) || !glob(x.SubjectPattern, t.sub)
		})
	}
	s.mu.Lock()
	reg, rules := candidates(s.w)
	s.mu.Unlock()
	if reg == nil {
		writeErr(rw, 404, "unknown registry")
		return
	}
	if len(rules) == 0 {
		writeErr(rw, 403, "no rule of the registry matches the token")
		return
	}
	keys, err := issuerKeys(t.iss) // only issuers that a rule names are asked
	if err != nil {
		writeErr(rw, 502, "the issuer's keys cannot be read")
		return
	}
	valid := false
	for _, k := range keys {
		valid = valid || ((t.kid == "" || k.Kid == "" || t.kid == k.Kid) && t.verify(k))
	}
	if !valid {
		writeErr(rw, 401, "the signature of the token is invalid")
		return
	}
	s.locked(rw, r, func(c *Ctx) error {
		now := float64(c.w.now().Unix())
		if t.exp <= now || t.nbf > now {
			return fail(401, "the token has expired or is not yet valid")
		}
		reg, rules := candidates(c.w)
		if reg == nil || len(rules) == 0 {
			return fail(403, "no rule of the registry matches the token")
		}
		rule := rules[0]
		exp := Time{c.w.now().Add(oidcKeyLife)}
		k, secret := c.w.mintKey(reg, rule.Name, rule.Mode, rule.RepoPrefixes, "oidc", &exp)
		return c.json(201, obj{"keyId": k.KeyID, "secret": secret, "username": k.KeyID, "mode": k.Mode, "expiresAt": exp, "registry": reg.Slug})
	})
}
