package main

import (
	"bytes"
	"container/heap"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
	"time"
)

// ---- time ----------------------------------------------------------------

// Time is a time.Time that renders as UTC RFC 3339 with milliseconds.
type Time struct{ time.Time }

func (t Time) String() string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
func (t Time) MarshalJSON() ([]byte, error) {
	return []byte(`"` + t.String() + `"`), nil
}

// LaxTime renders the zero time as the empty string: required string fields
// of things that have not happened yet.
type LaxTime struct{ time.Time }

func (t LaxTime) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte(`""`), nil
	}
	return Time{t.Time}.MarshalJSON()
}

type Clock struct {
	mode string // real, frozen, set
	base time.Time
	real time.Time
	pin  *time.Time // while a timer fires
}

func (c *Clock) now() time.Time {
	switch {
	case c.pin != nil:
		return *c.pin
	case c.mode == "frozen":
		return c.base
	case c.mode == "set":
		return c.base.Add(time.Since(c.real))
	}
	return time.Now()
}

type Timer struct {
	at               time.Time
	seq              int
	kind, entity, id string
	fn               func()
}

type timerHeap []*Timer

func (h timerHeap) Len() int { return len(h) }
func (h timerHeap) Less(i, j int) bool {
	if h[i].at.Equal(h[j].at) {
		return h[i].seq < h[j].seq
	}
	return h[i].at.Before(h[j].at)
}
func (h timerHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *timerHeap) Push(x any)   { *h = append(*h, x.(*Timer)) }
func (h *timerHeap) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

// ---- world ---------------------------------------------------------------

type World struct {
	s      *Server
	clock  Clock
	timers timerHeap
	seq    int

	users    map[string]*User
	sessions map[string]string // bearer -> user id
	orgs     []*Org
	tokens   []*Token

	collidingEmails map[string]bool
	slugs           map[string]string // claimed or reserved outside
	domainClaims    map[string]bool
	backendDown     map[string]bool
	progress        Progress
	pages           []*Page
	attempts        []*Attempt
	gone            map[string]bool // ids of revoked credentials
	nextRule        int
	nextDelivery    int
}

type Progress struct {
	Mode  string `json:"mode"`
	Reads int    `json:"reads,omitempty"`
}

type User struct {
	ID, Name, Email, Session string
	DefaultOrg               string
}

type Member struct {
	User   *User
	Role   string
	Grants []RoleGrant // nil: the permissions of the role
}

type RoleGrant struct {
	Role        string   `json:"role"`
	ResourceIDs []string `json:"resourceIds"`
}

type Org struct {
	Slug, Name string
	Members    map[string]*Member
	Custom     []*Role
	Contacts   Contacts
	Payment    bool
	Entitled   map[string]bool
	Quota      map[string]int64

	Up  uptimeState
	On  oncallState
	Reg registryState
	Cl  clusterState
	Em  emailState
}

func (w *World) now() time.Time { return w.clock.now() }
func (w *World) stamp() Time    { return Time{w.now()} }
func (w *World) nextSeq() int   { w.seq++; return w.seq }

func (w *World) org(slug string) *Org {
	for _, o := range w.orgs {
		if o.Slug == slug {
			return o
		}
	}
	return nil
}

func (w *World) at(t time.Time, kind, entity, id string, fn func()) *Timer {
	tm := &Timer{at: t, seq: w.nextSeq(), kind: kind, entity: entity, id: id, fn: fn}
	heap.Push(&w.timers, tm)
	return tm
}

func (w *World) after(d time.Duration, kind, entity, id string, fn func()) *Timer {
	return w.at(w.now().Add(d), kind, entity, id, fn)
}

// every runs fn periodically until it returns false.
func (w *World) every(d time.Duration, kind, entity, id string, fn func() bool) {
	var run func()
	run = func() {
		if fn() {
			w.after(d, kind, entity, id, run)
		}
	}
	w.after(d, kind, entity, id, run)
}

// runDue fires everything due until t, in order, each at its own instant.
func (w *World) runDue(t time.Time) []*Timer {
	var fired []*Timer
	for len(w.timers) > 0 && !w.timers[0].at.After(t) {
		tm := heap.Pop(&w.timers).(*Timer)
		at := tm.at
		w.clock.pin = &at
		tm.fn()
		w.clock.pin = nil
		fired = append(fired, tm)
	}
	return fired
}

// ---- server --------------------------------------------------------------

type Server struct {
	mu  sync.Mutex
	w   *World
	mux *http.ServeMux
}

func (s *Server) reset() { s.w = seedWorld(s) }

func (s *Server) background() {
	for range time.Tick(100 * time.Millisecond) {
		s.mu.Lock()
		s.w.runDue(s.w.now())
		s.mu.Unlock()
	}
}

func (s *Server) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern == "" {
		// let the mux say 404 or 405, in our error format
		rec := httptest.NewRecorder()
		s.mux.ServeHTTP(rec, r)
		if a := rec.Header().Get("Allow"); a != "" {
			rw.Header().Set("Allow", a)
		}
		writeErr(rw, rec.Code, strings.ToLower(http.StatusText(rec.Code)))
		return
	}
	s.mux.ServeHTTP(rw, r)
}

type apiErr struct {
	status int
	msg    string
}

func (e *apiErr) Error() string { return e.msg }

func fail(status int, format string, a ...any) error {
	return &apiErr{status, fmt.Sprintf(format, a...)}
}
func bad(format string, a ...any) error { return fail(400, format, a...) }
func notFound(what string) error        { return fail(404, "unknown %s", what) }

var errForbidden = fail(403, "forbidden: missing permission")

func writeErr(rw http.ResponseWriter, status int, msg string) {
	rw.Header().Set("Content-Type", "application/json")
	if status == 401 {
		rw.Header().Set("WWW-Authenticate", "Bearer")
	}
	rw.WriteHeader(status)
	json.NewEncoder(rw).Encode(map[string]string{"error": msg})
}

// Ctx is one request, with the world locked.
type Ctx struct {
	w     *World
	r     *http.Request
	in    []byte
	user  *User
	org   *Org
	m     *Member
	token *Token

	status int
	ctype  string
	out    []byte
	read   bool
}

type access struct {
	area string
	perm string // "" means every member
	inst bool   // a grant on single instances is enough to enter; the handler narrows

	first func(*Ctx) error // what is checked before the backend is asked; nil if nothing is
}

func (c *Ctx) json(status int, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.status, c.out, c.ctype = status, append(b, '\n'), "application/json"
	return nil
}

func (c *Ctx) none(status int) error { c.status = status; return nil }

func (c *Ctx) path(n string) string  { return c.r.PathValue(n) }
func (c *Ctx) query(n string) string { return c.r.URL.Query().Get(n) }

// decode reads a JSON object into v.
func (c *Ctx) decode(v any) error { return decodeBody(c.in, v, false) }

func decodeBody(in []byte, v any, optional bool) error {
	in = bytes.TrimSpace(in)
	if len(in) == 0 {
		if optional {
			return nil
		}
		return bad("a JSON body is required")
	}
	if in[0] != '{' {
		return bad("the body must be a JSON object")
	}
	d := json.NewDecoder(bytes.NewReader(in))
	if err := d.Decode(v); err != nil {
		var te *json.UnmarshalTypeError
		if errors.As(err, &te) {
			return bad("%s: expected %s", te.Field, te.Type)
		}
		var ae *apiErr
		if errors.As(err, &ae) {
			return ae
		}
		return bad("invalid JSON: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return bad("invalid JSON: trailing data")
	}
	return nil
}

const maxBody = 1 << 20

func readBody(rw http.ResponseWriter, r *http.Request) ([]byte, bool) {
	b, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxBody))
	if err != nil {
		writeErr(rw, 413, "the body is too large")
		return nil, false
	}
	return b, true
}

func (s *Server) finish(rw http.ResponseWriter, c *Ctx, err error) {
	if err != nil {
		var ae *apiErr
		if !errors.As(err, &ae) {
			log.Printf("%s %s: %v", c.r.Method, c.r.URL.Path, err)
			ae = &apiErr{500, "internal error"}
		}
		writeErr(rw, ae.status, ae.msg)
		return
	}
	if c.ctype != "" {
		rw.Header().Set("Content-Type", c.ctype)
	}
	rw.WriteHeader(c.status)
	rw.Write(c.out)
}

// locked runs f with the world locked and its due timers fired.
func (s *Server) locked(rw http.ResponseWriter, r *http.Request, f func(*Ctx) error) {
	in, ok := readBody(rw, r)
	if !ok {
		return
	}
	c := &Ctx{r: r, in: in}
	err := func() (err error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		defer func() {
			if p := recover(); p != nil {
				s.w.clock.pin = nil
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		c.w = s.w
		c.w.runDue(c.w.now())
		return f(c)
	}()
	s.finish(rw, c, err)
}

// op registers an operation of the API.
func (s *Server) op(pattern string, a access, h func(*Ctx) error) {
	s.mux.HandleFunc(pattern, func(rw http.ResponseWriter, r *http.Request) {
		s.locked(rw, r, func(c *Ctx) error {
			if err := c.authenticate(a.area); err != nil {
				return err
			}
			if a.area == "email" || a.area == "uptime" {
				if !c.org.Entitled[a.area] {
					return fail(403, "%s is not enabled for this organization (private beta)", a.area)
				}
			}
			if a.perm != "" && !(a.inst && c.canAny(a.perm)) && !c.can(a.perm, "") {
				return fail(403, "missing permission %s", a.perm)
			}
			if a.first != nil {
				if err := a.first(c); err != nil {
					return err
				}
			}
			if c.w.backendDown[a.area] {
				return fail(502, "the %s backend is unreachable", a.area)
			}
			return h(c)
		})
	})
}

// door registers an endpoint that authenticates by itself.
func (s *Server) door(pattern string, h func(*Ctx) error) {
	s.mux.HandleFunc(pattern, func(rw http.ResponseWriter, r *http.Request) { s.locked(rw, r, h) })
}

// ---- small helpers -------------------------------------------------------

func randHex(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}

func newID(prefix string) string { return prefix + "_" + randHex(8) }

func reqString(p *string, field string) (string, error) {
	if p == nil {
		return "", bad("%s is required", field)
	}
	return okString(*p, field)
}

func okString(s, field string) (string, error) {
	if strings.TrimSpace(s) == "" {
		return "", bad("%s must not be empty", field)
	}
	if len([]rune(s)) > 200 {
		return "", bad("%s must have at most 200 characters", field)
	}
	return s, nil
}

func oneOf(s, field string, allowed ...string) error {
	for _, a := range allowed {
		if s == a {
			return nil
		}
	}
	return bad("%s must be one of %s", field, strings.Join(allowed, ", "))
}

var emailRE = regexp.MustCompile(`^[^\s@<>"(),:;\[\]\\]+@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$`)

func validEmail(s string) bool {
	if len(s) > 254 || !emailRE.MatchString(s) {
		return false
	}
	_, err := mail.ParseAddress(s)
	return err == nil
}

func parseTime(s, field string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return t, bad("%s must be an ISO 8601 timestamp", field)
	}
	return t, nil
}

func contains(l []string, s string) bool {
	for _, x := range l {
		if x == s {
			return true
		}
	}
	return false
}

func orEmpty(l []string) []string {
	if l == nil {
		return []string{}
	}
	return l
}

func remove[T any](l []T, f func(T) bool) []T {
	out := make([]T, 0, len(l))
	for _, x := range l {
		if !f(x) {
			out = append(out, x)
		}
	}
	return out
}

func find[T any](l []*T, f func(*T) bool) *T {
	for _, x := range l {
		if f(x) {
			return x
		}
	}
	return nil
}

func bearer(r *http.Request) string {
	h := r.Header.Get("Authorization")
	if len(h) > 7 && strings.EqualFold(h[:7], "bearer ") {
		return strings.TrimSpace(h[7:])
	}
	return ""
}

func (w *World) reheap() { heap.Init(&w.timers) }
