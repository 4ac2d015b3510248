package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
)

// invalid is the one status of input that cannot be accepted, where none is stated.
const invalid = 417

type refusal struct {
	status int
	text   string
}

func refuse(status int, f string, a ...any) { panic(refusal{status, fmt.Sprintf(f, a...)}) }

// B is a request body that is read field by field.
type B struct {
	m  M
	at string
	// status of what is wrong with it
	bad int
}

func (b B) fail(k, what string) { refuse(b.bad, "~ field %s%s: %s", b.at, k, what) }
func (b B) has(k string) bool   { _, ok := b.m[k]; return ok }
func (b B) need(k string) any {
	v, ok := b.m[k]
	if !ok || v == nil {
		b.fail(k, "is required")
	}
	return v
}
func (b B) opt(k string) (any, bool) {
	v, ok := b.m[k]
	if ok && v == nil {
		b.fail(k, "may be left out but not be null")
	}
	return v, ok
}
func (b B) asStr(k string, v any) string {
	s, ok := v.(string)
	if !ok {
		b.fail(k, "is not a string")
	}
	if len(s) > 65536 {
		b.fail(k, "is too long")
	}
	return s
}
func (b B) str(k string) string {
	s := b.asStr(k, b.need(k))
	if strings.TrimSpace(s) == "" {
		b.fail(k, "is empty")
	}
	return s
}
func (b B) strOr(k, d string) string {
	if v, ok := b.opt(k); ok {
		return b.asStr(k, v)
	}
	return d
}
func (b B) enum(k string, vs ...string) string {
	s := b.asStr(k, b.need(k))
	if !in(vs, s) {
		b.fail(k, "is none of "+strings.Join(vs, ", "))
	}
	return s
}
func (b B) enumOr(k, d string, vs ...string) string {
	if _, ok := b.opt(k); ok {
		return b.enum(k, vs...)
	}
	return d
}
func (b B) asInt(k string, v any) int64 {
	n, ok := v.(json.Number)
	if !ok {
		b.fail(k, "is not an integer")
	}
	i, err := n.Int64()
	if err != nil {
		f, err := n.Float64()
		if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
			b.fail(k, "is not an integer")
		}
		i = int64(f)
	}
	if i > 1<<53 || i < -(1<<53) {
		b.fail(k, "is out of bounds")
	}
	return i
}
func (b B) int(k string) int64 { return b.asInt(k, b.need(k)) }
func (b B) intIn(k string, lo, hi int64) int64 {
	i := b.int(k)
	if i < lo || i > hi {
		b.fail(k, fmt.Sprintf("is not within %d and %d", lo, hi))
	}
	return i
}
func (b B) intOr(k string, d, lo, hi int64) int64 {
	if _, ok := b.opt(k); ok {
		return b.intIn(k, lo, hi)
	}
	return d
}
func (b B) num(k string) float64 {
	n, ok := b.need(k).(json.Number)
	if !ok {
		b.fail(k, "is not a number")
	}
	f, _ := n.Float64()
	return f
}
func (b B) bool(k string) bool {
	v, ok := b.need(k).(bool)
	if !ok {
		b.fail(k, "is not a boolean")
	}
	return v
}
func (b B) boolOr(k string, d bool) bool {
	if _, ok := b.opt(k); ok {
		return b.bool(k)
	}
	return d
}
func (b B) asObj(k string, v any) B {
	m, ok := v.(M)
	if !ok {
		b.fail(k, "is not an object")
	}
	return B{m, b.at + k + ".", b.bad}
}
func (b B) obj(k string) B { return b.asObj(k, b.need(k)) }
func (b B) objOpt(k string) (B, bool) {
	if v, ok := b.opt(k); ok {
		return b.asObj(k, v), true
	}
	return B{bad: b.bad}, false
}
func (b B) list(k string) []any {
	l, ok := b.need(k).([]any)
	if !ok {
		b.fail(k, "is not a list")
	}
	return l
}
func (b B) objs(k string) []B {
	r := []B{}
	for i, v := range b.list(k) {
		r = append(r, b.asObj(fmt.Sprintf("%s[%d]", k, i), v))
	}
	return r
}
func (b B) strs(k string) []string {
	r := []string{}
	for i, v := range b.list(k) {
		kk := fmt.Sprintf("%s[%d]", k, i)
		s := b.asStr(kk, v)
		if strings.TrimSpace(s) == "" {
			b.fail(kk, "is empty")
		}
		r = append(r, s)
	}
	return r
}
func (b B) strsOpt(k string) ([]string, bool) {
	if _, ok := b.opt(k); ok {
		return b.strs(k), true
	}
	return []string{}, false
}

func in(l []string, s string) bool {
	for _, x := range l {
		if x == s {
			return true
		}
	}
	return false
}

var addrRe = regexp.MustCompile(`^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

func isAddr(s string) bool {
	return len(s) <= 254 && addrRe.MatchString(s) && !strings.Contains(s, "..") && !strings.HasPrefix(s, ".") && !strings.Contains(s, ".@")
}
func isWeb(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && !strings.ContainsAny(s, " \t\n")
}

// Ctx is one request.
type Ctx struct {
	w      *World
	r      *http.Request
	p      map[string]string
	q      url.Values
	b      B
	caller *Caller
	raw    []byte
	quota  int64                                    // that the request was let in by, if it needs a place
	done   func(status int, ct string, body []byte) // answers by itself
}

func (c *Ctx) query(k string) string {
	return c.q.Get(k)
}
func (c *Ctx) needQ(k string) string {
	v := c.q.Get(k)
	if v == "" {
		refuse(invalid, "~ query %s: is required", k)
	}
	return v
}

type handler func(c *Ctx) (int, any)

type route struct {
	op, method string
	segs       []string
	area       string
	body       bool // takes a JSON body
	door       bool // authenticates by itself
	h          handler
}

var routes []*route

func add(op, method, path, area string, body bool, h handler) {
	routes = append(routes, &route{op, method, strings.Split(path, "/"), area, body, false, h})
}
func addDoor(op, method, path, area string, body bool, h handler) {
	routes = append(routes, &route{op, method, strings.Split(path, "/"), area, body, true, h})
}

func match(segs, parts []string) (map[string]string, bool) {
	if len(segs) != len(parts) {
		return nil, false
	}
	p := map[string]string{}
	for i, s := range segs {
		if strings.HasPrefix(s, "{") {
			v, err := url.PathUnescape(parts[i])
			if err != nil || v == "" {
				return nil, false
			}
			p[s[1:len(s)-1]] = v
		} else if s != parts[i] {
			return nil, false
		}
	}
	return p, true
}

var current atomic.Pointer[World]

func writeJSON(rw http.ResponseWriter, status int, v any) {
	if v == nil {
		rw.WriteHeader(status)
		return
	}
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.Encode(v)
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	rw.Write(buf.Bytes())
}

func readJSON(raw []byte) (M, bool) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return nil, false
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, false
	}
	m, ok := v.(M)
	return m, ok
}

func serve(rw http.ResponseWriter, r *http.Request) {
	defer func() {
		if x := recover(); x != nil {
			if f, ok := x.(refusal); ok {
				writeJSON(rw, f.status, M{"error": f.text})
				return
			}
			fmt.Printf("panic: %s %s: %v\n", r.Method, r.URL, x)
			if x == http.ErrAbortHandler {
				panic(x)
			}
			stack()
			writeJSON(rw, 500, M{"error": "~ something broke here"})
		}
	}()
	path := r.URL.EscapedPath()
	w := current.Load()
	if strings.HasPrefix(path, "/_understudy") {
		serveDriver(w, rw, r, path)
		return
	}
	if path == "/v2/" || path == "/v2" {
		u, p, _ := r.BasicAuth()
		if ok, _ := w.reg.knows(u, p); !ok {
			rw.Header().Set("WWW-Authenticate", `Basic realm="registry"`)
			refuse(401, "~ log in first")
		}
		writeJSON(rw, 200, M{})
		return
	}
	parts := strings.Split(path, "/")
	method := r.Method
	if method == "HEAD" {
		method = "GET"
	}
	allowed := []string{}
	for _, rt := range routes {
		p, ok := match(rt.segs, parts)
		if !ok {
			continue
		}
		if rt.method != method {
			allowed = append(allowed, rt.method)
			continue
		}
		handle(w, rt, p, rw, r)
		return
	}
	if len(allowed) > 0 {
		rw.Header().Set("Allow", strings.Join(allowed, ", "))
		refuse(405, "~ not with %s", r.Method)
	}
	refuse(404, "~ there is nothing at this path")
}

func handle(w *World, rt *route, p map[string]string, rw http.ResponseWriter, r *http.Request) {
	c := &Ctx{w: w, r: r, p: p, q: r.URL.Query()}
	if !rt.door {
		c.caller = w.acc.authenticate(r, rt.area)
	}
	bad := invalid
	if rt.area == "organization" {
		bad = 400
	}
	c.b = B{M{}, "", bad}
	if rt.op == "createMonitor" { // the quota comes before everything that is refused later
		w.up.gate(c)
	} else if !rt.door {
		switch rt.area {
		case "email":
			w.em.gate(c)
		case "uptime":
			w.up.gate(c)
		}
	}
	if rt.body {
		if rt.op == "receiveAlerts" {
			w.onc.checkSource(c)
		}
		raw, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, 4<<20))
		if err != nil {
			refuse(413, "~ the body is too large, or broke off")
		}
		c.raw = raw
		if rt.op != "createMonitor" {
			c.parse()
		}
	}
	wrote := false
	c.done = func(status int, ct string, body []byte) {
		wrote = true
		rw.Header().Set("Content-Type", ct)
		rw.WriteHeader(status)
		rw.Write(body)
	}
	status, v := rt.h(c)
	if !wrote {
		writeJSON(rw, status, v)
	}
}

func (c *Ctx) parse() {
	if len(bytes.TrimSpace(c.raw)) == 0 {
		return // as good as {}: what is required is missing then
	}
	m, ok := readJSON(c.raw)
	if !ok {
		refuse(c.b.bad, "~ the body is not a JSON object")
	}
	c.b.m = m
}

// bearer is the secret that a door is opened with.
func bearer(r *http.Request) string {
	h := r.Header.Get("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return strings.TrimSpace(h[7:])
	}
	if _, p, ok := r.BasicAuth(); ok {
		return p
	}
	return r.Header.Get(credHeader)
}
