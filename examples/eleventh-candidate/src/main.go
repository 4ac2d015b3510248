package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// J is a JSON object.
type J = map[string]any

type apiErr struct {
	status int
	msg    string
}

func fail(status int, f string, a ...any) { panic(apiErr{status, fmt.Sprintf(f, a...)}) }
func invalid(f string, a ...any)          { fail(422, f, a...) }

var reasons = map[int]string{400: "BadRequest", 401: "Unauthorized", 402: "PaymentRequired", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed",
	409: "Conflict", 413: "RequestEntityTooLarge", 422: "Invalid", 429: "TooManyRequests", 501: "NotImplemented", 502: "BadGateway", 503: "ServiceUnavailable"}

// Resp is what a handler answers.
type Resp struct {
	status int
	body   any
	raw    []byte
	ctype  string
}

func ok(body any) Resp      { return Resp{status: 200, body: body} }
func created(body any) Resp { return Resp{status: 201, body: body} }
func noContent() Resp       { return Resp{status: 204} }
func done(kind, name string) Resp {
	return Resp{status: 200, body: J{"kind": "Status", "status": "Success", "details": J{"kind": kind, "name": name}}}
}

// Body reads a JSON object leniently about spelling and strictly about types.
type Body struct{ m map[string]any }

func (b Body) has(k string) bool { v, ok := b.m[k]; return ok && v != nil }
func (b Body) isNull(k string) bool {
	v, ok := b.m[k]
	return ok && v == nil
}
func (b Body) optRaw(k string) (string, bool) {
	if !b.has(k) {
		return "", false
	}
	s, ok := b.m[k].(string)
	if !ok {
		invalid("%s must be a string", k)
	}
	if len(s) > 262144 {
		invalid("%s is too long", k)
	}
	return s, true
}
func (b Body) opt(k string) (string, bool) {
	s, ok := b.optRaw(k)
	return strings.TrimSpace(s), ok
}
func (b Body) str(k string) string {
	s, ok := b.opt(k)
	if !ok {
		invalid("%s is required", k)
	}
	if s == "" {
		invalid("%s must not be empty", k)
	}
	return s
}
func (b Body) optName(k string) (string, bool) {
	s, ok := b.opt(k)
	if ok && s == "" {
		invalid("%s must not be empty", k)
	}
	return s, ok
}
func toInt(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	if i, err := n.Int64(); err == nil {
		return i, true
	}
	f, err := n.Float64()
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 9e15 {
		return 0, false
	}
	return int64(f), true
}
func (b Body) optInt(k string) (int64, bool) {
	if !b.has(k) {
		return 0, false
	}
	i, ok := toInt(b.m[k])
	if !ok {
		invalid("%s must be an integer", k)
	}
	if i > 9007199254740991 || i < -9007199254740991 {
		invalid("%s is out of range", k)
	}
	return i, true
}
func (b Body) integer(k string) int64 {
	i, ok := b.optInt(k)
	if !ok {
		invalid("%s is required", k)
	}
	return i
}
func (b Body) optNum(k string) (float64, bool) {
	if !b.has(k) {
		return 0, false
	}
	n, ok := b.m[k].(json.Number)
	if !ok {
		invalid("%s must be a number", k)
	}
	f, _ := n.Float64()
	return f, true
}
func (b Body) optBool(k string) (bool, bool) {
	if !b.has(k) {
		return false, false
	}
	v, ok := b.m[k].(bool)
	if !ok {
		invalid("%s must be a boolean", k)
	}
	return v, true
}
func (b Body) boolean(k string) bool {
	v, ok := b.optBool(k)
	if !ok {
		invalid("%s is required", k)
	}
	return v
}
func (b Body) optObj(k string) (Body, bool) {
	if !b.has(k) {
		return Body{}, false
	}
	v, ok := b.m[k].(map[string]any)
	if !ok {
		invalid("%s must be an object", k)
	}
	return Body{v}, true
}
func (b Body) obj(k string) Body {
	v, ok := b.optObj(k)
	if !ok {
		invalid("%s is required", k)
	}
	return v
}
func (b Body) optArr(k string) ([]any, bool) {
	if !b.has(k) {
		return nil, false
	}
	v, ok := b.m[k].([]any)
	if !ok {
		invalid("%s must be an array", k)
	}
	return v, true
}
func (b Body) arr(k string) []any {
	v, ok := b.optArr(k)
	if !ok {
		invalid("%s is required", k)
	}
	return v
}
func (b Body) objs(k string) ([]Body, bool) {
	a, ok := b.optArr(k)
	out := []Body{}
	for i, v := range a {
		m, isObj := v.(map[string]any)
		if !isObj {
			invalid("%s[%d] must be an object", k, i)
		}
		out = append(out, Body{m})
	}
	return out, ok
}
func (b Body) optStrs(k string) ([]string, bool) {
	a, ok := b.optArr(k)
	out := []string{}
	for i, v := range a {
		s, isStr := v.(string)
		if !isStr {
			invalid("%s[%d] must be a string", k, i)
		}
		s = strings.TrimSpace(s)
		if s == "" {
			invalid("%s[%d] must not be empty", k, i)
		}
		if !has(out, s) {
			out = append(out, s)
		}
	}
	return out, ok
}
func (b Body) enum(k string, vals ...string) string {
	return oneOf(k, b.str(k), vals...)
}
func (b Body) optEnum(k string, vals ...string) (string, bool) {
	s, ok := b.opt(k)
	if !ok {
		return "", false
	}
	return oneOf(k, s, vals...), true
}
func oneOf(k, s string, vals ...string) string {
	for _, v := range vals {
		if strings.EqualFold(v, s) {
			return v
		}
	}
	invalid("%s must be one of %s", k, strings.Join(vals, ", "))
	return ""
}

func has(l []string, s string) bool {
	for _, v := range l {
		if v == s {
			return true
		}
	}
	return false
}
func without(l []string, s string) []string {
	out := []string{}
	for _, v := range l {
		if v != s {
			out = append(out, v)
		}
	}
	return out
}
func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func random(n int, alphabet string) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = alphabet[int(b[i])%len(alphabet)]
	}
	return string(b)
}
func secretOf(prefix string) string {
	return prefix + random(40, "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
}
func ulid(t time.Time) string {
	ms := uint64(t.UnixMilli())
	b := make([]byte, 10)
	for i := 9; i >= 0; i-- {
		b[i] = crockford[ms&31]
		ms >>= 5
	}
	return string(b) + random(16, crockford)
}

// ts is how times look where the contract asks for a plain string: milliseconds since 1970.
func ts(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

const noTime = "0"

func tsOr(t time.Time) string {
	if t.IsZero() {
		return noTime
	}
	return ts(t)
}
func iso(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// parseTime reads ISO 8601 with or without an offset (UTC then) and epoch seconds or milliseconds.
func parseTime(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	if f, err := strconv.ParseFloat(s, 64); err == nil && f >= 0 && f < 1e15 {
		if f < 1e11 {
			return time.UnixMilli(int64(f * 1000)).UTC(), true
		}
		return time.UnixMilli(int64(f)).UTC(), true
	}
	for _, l := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05.999", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02", time.RFC1123} {
		if t, err := time.Parse(l, strings.ToUpper(s)); err == nil {
			return t.UTC(), true
		}
		if t, err := time.Parse(l, s); err == nil {
			return t.UTC(), true
		}
	}
	return time.Time{}, false
}
func webURL(k, s string) string {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || strings.ContainsAny(s, " \t\n\"<>") {
		invalid("%s must be an http or https URL", k)
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.Atoi(p); err != nil || n < 1 || n > 65535 {
			invalid("%s has a port out of range", k)
		}
	}
	return s
}

// Ctx is one request.
type Ctx struct {
	w      *World
	r      *http.Request
	p      map[string]string
	q      url.Values
	body   Body
	raw    []byte
	user   *User
	org    *Org
	layers [][]Grant
	tok    *PToken
}

func (c *Ctx) id(k string) string { return strings.ToUpper(c.p[k]) }
func (c *Ctx) query(k string) string {
	return strings.TrimSpace(c.q.Get(k))
}

type route struct {
	method string
	segs   []string
	h      func(*Ctx) Resp
	area   string
	public bool
	late   bool // the backend is asked by the handler itself
	nolock bool
}

var routes []*route

func on(method, path string, h func(*Ctx) Resp) *route {
	segs := strings.Split(strings.Trim(path, "/"), "/")
	r := &route{method: method, segs: segs, h: h}
	if len(segs) > 2 {
		r.area = segs[2]
	}
	if segs[0] == "_understudy" {
		r.public = true
		r.area = "control"
	}
	routes = append(routes, r)
	return r
}

var (
	mu sync.Mutex
	W  *World
)

func matchRoute(segs []string) ([]*route, map[string]string) {
	var out []*route
	params := map[string]string{}
	best := -1
	for _, r := range routes {
		if len(r.segs) != len(segs) {
			continue
		}
		p := map[string]string{}
		fixed := 0
		good := true
		for i, s := range r.segs {
			if strings.HasPrefix(s, "{") {
				v, err := url.PathUnescape(segs[i])
				if err != nil || v == "" {
					good = false
					break
				}
				p[strings.Trim(s, "{}")] = v
			} else if s == segs[i] {
				fixed++
			} else {
				good = false
				break
			}
		}
		if !good {
			continue
		}
		if fixed > best {
			best, out = fixed, nil
			params = p
		}
		if fixed == best {
			out = append(out, r)
			for k, v := range p {
				params[k] = v
			}
		}
	}
	return out, params
}

func serve(rw http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, 16<<20))
	if err != nil {
		write(rw, r, errResp(413, "the body is too large"))
		return
	}
	write(rw, r, answer(r, raw))
}

func errResp(status int, msg string) Resp {
	return Resp{status: status, body: J{"error": msg, "kind": "Status", "status": "Failure", "reason": reasons[status], "code": status}}
}

func answer(r *http.Request, raw []byte) (resp Resp) {
	path := strings.Trim(r.URL.EscapedPath(), "/")
	cands, params := matchRoute(strings.Split(path, "/"))
	if len(cands) == 0 {
		if strings.HasPrefix(path, "_understudy") {
			return errResp(501, "this server does not offer that")
		}
		return errResp(404, "there is nothing at this path")
	}
	method := r.Method
	if method == "HEAD" {
		method = "GET"
	}
	var rt *route
	allow := []string{}
	for _, x := range cands {
		allow = append(allow, x.method)
		if x.method == method {
			rt = x
		}
	}
	if rt == nil {
		sort.Strings(allow)
		if method == "OPTIONS" {
			return Resp{status: 204, ctype: "allow:" + strings.Join(allow, ", ")}
		}
		e := errResp(405, "this path does not take "+method)
		e.ctype = "allow:" + strings.Join(allow, ", ")
		return e
	}
	c := &Ctx{r: r, p: params, q: r.URL.Query(), raw: raw}
	if !rt.nolock {
		mu.Lock()
		defer mu.Unlock()
	}
	defer func() {
		if e := recover(); e != nil {
			if a, is := e.(apiErr); is {
				if rt.area == "control" && a.status == 422 {
					a.status = 400
				}
				resp = errResp(a.status, a.msg)
				return
			}
			buf := make([]byte, 4096)
			fmt.Fprintf(os.Stderr, "panic: %v\n%s\n", e, stack(buf))
			resp = errResp(500, "something went wrong here")
		}
	}()
	if !rt.nolock {
		c.w = W
		W.runDue()
	}
	if !rt.public {
		c.authenticate()
		if rt.area == "email" || rt.area == "uptime" {
			c.entitled(rt.area)
			if !rt.late {
				c.reachable(rt.area)
			}
		}
	}
	c.body = Body{map[string]any{}}
	if (method == "POST" || method == "PUT" || method == "PATCH") && len(bytes.TrimSpace(raw)) > 0 {
		d := json.NewDecoder(bytes.NewReader(raw))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			fail(400, "the body is not JSON")
		}
		if d.Decode(new(any)) != io.EOF {
			fail(400, "the body has more than one JSON value")
		}
		m, is := v.(map[string]any)
		if !is && v != nil {
			fail(400, "the body must be a JSON object")
		}
		if m != nil {
			c.body = Body{m}
		}
	}
	return rt.h(c)
}

func (c *Ctx) entitled(area string) {
	if !c.org.ent[area] {
		fail(403, "%s is in private beta and not enabled for %s", area, c.org.slug)
	}
}
func (c *Ctx) reachable(area string) {
	if c.w.down[area] {
		fail(502, "the %s backend is unreachable", area)
	}
}

func write(rw http.ResponseWriter, r *http.Request, resp Resp) {
	h := rw.Header()
	if strings.HasPrefix(resp.ctype, "allow:") {
		h.Set("Allow", resp.ctype[6:])
		resp.ctype = ""
	}
	if resp.status == 401 {
		h.Set("WWW-Authenticate", "Bearer")
	}
	if resp.raw != nil {
		h.Set("Content-Type", resp.ctype)
		rw.WriteHeader(resp.status)
		if r.Method != "HEAD" {
			for p := resp.raw; len(p) > 0; {
				n := min(len(p), 65536)
				rw.Write(p[:n])
				p = p[n:]
			}
		}
		return
	}
	if resp.body == nil {
		if resp.status != 204 {
			h.Set("Content-Length", "0")
		}
		rw.WriteHeader(resp.status)
		return
	}
	b, _ := json.Marshal(resp.body)
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(b)))
	rw.WriteHeader(resp.status)
	if r.Method != "HEAD" {
		rw.Write(b)
	}
}

func main() {
	port := flag.Int("port", 0, "port on 127.0.0.1, 0 for a free one")
	flag.Parse()
	W = newWorld()
	tokenRoutes()
	registryRoutes()
	emailRoutes()
	oncallRoutes()
	clusterRoutes()
	uptimeRoutes()
	controlRoutes()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	go func() {
		for range time.Tick(20 * time.Millisecond) {
			mu.Lock()
			W.runDue()
			mu.Unlock()
		}
	}()
	fmt.Printf("http://127.0.0.1:%d\n", l.Addr().(*net.TCPAddr).Port)
	s := &http.Server{Handler: http.HandlerFunc(serve)}
	if err := s.Serve(l); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
