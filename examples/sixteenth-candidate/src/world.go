package main

import (
	"container/heap"
	"crypto/rand"
	"fmt"
	"math/big"
	"sort"
	"strings"
	"sync"
	"time"
)

// M is a JSON object.
type M = map[string]any

// ---------- strings of time, ids ----------

// tstr is how every time is written that is a plain string: ISO week date with microseconds.
func tstr(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.UTC()
	y, w := t.ISOWeek()
	d := int(t.Weekday())
	if d == 0 {
		d = 7
	}
	return fmt.Sprintf("%04d-W%02d-%dT%s", y, w, d, t.Format("15:04:05.000000Z"))
}

func iso(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// parseTime reads ISO 8601 with an offset, or our own form.
func parseTime(s string) (time.Time, bool) {
	s = strings.TrimSpace(s)
	for _, f := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(f, s); err == nil {
			return t, true
		}
	}
	var y, w, d int
	var rest string
	if n, _ := fmt.Sscanf(s, "%4d-W%2d-%1dT%s", &y, &w, &d, &rest); n == 4 && w >= 1 && w <= 53 && d >= 1 && d <= 7 {
		c, err := time.Parse("15:04:05Z07:00", rest)
		if err != nil {
			return time.Time{}, false
		}
		jan4 := time.Date(y, 1, 4, 0, 0, 0, 0, time.UTC)
		wd := (int(jan4.Weekday()) + 6) % 7
		day := jan4.AddDate(0, 0, -wd+(w-1)*7+d-1)
		return day.Add(c.Sub(time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC))), true
	}
	return time.Time{}, false
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

func random(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	for i := range b {
		b[i] = alphabet[b[i]&31]
	}
	return string(b)
}
func nid(p string) string    { return p + "~" + random(9) }
func secret(p string) string { return p + "." + random(40) }
func rnd(n int64) int64 {
	v, _ := rand.Int(rand.Reader, big.NewInt(n))
	return v.Int64()
}

// ---------- the clock ----------

type Timer struct {
	At               time.Time
	Delay            time.Duration
	Kind, Entity, Id string
	seq              int64
	fn               func(at time.Time)
}
type theap []*Timer

func (h theap) Len() int { return len(h) }
func (h theap) Less(i, j int) bool {
	if h[i].At.Equal(h[j].At) {
		return h[i].seq < h[j].seq
	}
	return h[i].At.Before(h[j].At)
}
func (h theap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *theap) Push(x any)   { *h = append(*h, x.(*Timer)) }
func (h *theap) Pop() any {
	o := *h
	x := o[len(o)-1]
	*h = o[:len(o)-1]
	return x
}

type Clock struct {
	mu     sync.Mutex
	mode   string
	base   time.Time
	ref    time.Time
	hold   bool // while advancing
	timers theap
	seq    int64
	wake   chan struct{}
	fireMu sync.Mutex
}

func newClock() *Clock { return &Clock{mode: "real", wake: make(chan struct{}, 1)} }

func (c *Clock) nowL() time.Time {
	if c.hold || c.mode == "frozen" {
		return c.base
	}
	if c.mode == "real" {
		return time.Now().UTC()
	}
	return c.base.Add(time.Since(c.ref))
}
func (c *Clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nowL()
}
func (c *Clock) poke() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// at plans fn for base+delay on the clock of this world.
func (c *Clock) at(base time.Time, d time.Duration, kind, entity, id string, fn func(time.Time)) {
	c.mu.Lock()
	c.seq++
	heap.Push(&c.timers, &Timer{base.Add(d), d, kind, entity, id, c.seq, fn})
	c.mu.Unlock()
	c.poke()
}
func (c *Clock) after(d time.Duration, kind, entity, id string, fn func(time.Time)) {
	c.at(c.now(), d, kind, entity, id, fn)
}

func (c *Clock) popDue(limit time.Time) *Timer {
	if len(c.timers) == 0 || c.timers[0].At.After(limit) {
		return nil
	}
	return heap.Pop(&c.timers).(*Timer)
}

func (c *Clock) run(done chan struct{}) {
	for {
		c.mu.Lock()
		wait := time.Hour
		if len(c.timers) > 0 && c.mode != "frozen" {
			wait = c.timers[0].At.Sub(c.nowL())
		} else if len(c.timers) > 0 && !c.timers[0].At.After(c.nowL()) {
			wait = 0
		}
		c.mu.Unlock()
		if wait > 0 {
			t := time.NewTimer(wait)
			select {
			case <-done:
				t.Stop()
				return
			case <-c.wake:
			case <-t.C:
			}
			t.Stop()
		}
		select {
		case <-done:
			return
		default:
		}
		c.fireMu.Lock()
		for {
			c.mu.Lock()
			t := c.popDue(c.nowL())
			c.mu.Unlock()
			if t == nil {
				break
			}
			t.fn(t.At)
		}
		c.fireMu.Unlock()
	}
}

func tview(t *Timer) M { return M{"at": iso(t.At), "timer": t.Kind, "entity": t.Entity, "id": t.Id} }

// moveTo goes forward, firing what falls due on the way; the mode afterwards is given.
func (c *Clock) moveTo(to time.Time, mode string) []any {
	c.fireMu.Lock()
	defer c.fireMu.Unlock()
	fired := []any{}
	c.mu.Lock()
	c.base, c.hold = c.nowL(), true
	c.mu.Unlock()
	for {
		c.mu.Lock()
		t := c.popDue(to)
		if t != nil && t.At.After(c.base) {
			c.base = t.At
		}
		c.mu.Unlock()
		if t == nil {
			break
		}
		t.fn(t.At)
		fired = append(fired, tview(t))
	}
	c.mu.Lock()
	back := to.Before(c.base)
	c.base, c.ref, c.mode, c.hold = to, time.Now(), mode, false
	if back {
		// nothing is undone; what was started in the advanced time keeps its delay
		n := c.nowL()
		for _, t := range c.timers {
			if t.At.After(n.Add(t.Delay)) {
				t.At = n.Add(t.Delay)
			}
		}
		heap.Init(&c.timers)
	}
	c.mu.Unlock()
	c.poke()
	return fired
}

func (c *Clock) view(kinds bool) M {
	c.mu.Lock()
	defer c.mu.Unlock()
	ts := append(theap{}, c.timers...)
	sort.Sort(ts)
	due := []any{}
	seen := map[string]bool{}
	ks := []any{}
	for i, t := range ts {
		if i < 100 {
			due = append(due, tview(t))
		}
		if !seen[t.Kind] {
			seen[t.Kind] = true
			ks = append(ks, tview(t))
		}
	}
	v := M{"mode": c.mode, "now": iso(c.nowL()), "progress": M{"mode": "delay"}, "due": due}
	if kinds {
		v["kinds"] = ks
	}
	return v
}

// ---------- events between areas ----------

type Event struct {
	Topic, Org, Id, Name, Service string
}

// Inbox is an area's queue of events of the others, handled by a goroutine of its own.
type Inbox struct{ ch chan Event }

func newInbox(done chan struct{}, handle func(Event)) *Inbox {
	in := &Inbox{make(chan Event, 4096)}
	go func() {
		for {
			select {
			case <-done:
				return
			case e := <-in.ch:
				time.Sleep(time.Duration(10+rnd(40)) * time.Millisecond)
				handle(e)
				for more := true; more; {
					select {
					case e := <-in.ch:
						handle(e)
					default:
						more = false
					}
				}
			}
		}
	}()
	return in
}

func (w *World) emit(e Event) {
	for _, in := range w.inboxes {
		in.ch <- e
	}
}

// ---------- indexes for reads that need not be fresh ----------

type Row struct {
	Res string // resource it belongs to, for instance filtering
	At  time.Time
	F   map[string]string
	V   any
}

type Index struct {
	mu    sync.Mutex
	rows  map[string][]Row
	dirty map[string]bool
	build func(key string) []Row
}

const indexLag = 220 * time.Millisecond

func newIndex(build func(string) []Row) *Index {
	return &Index{rows: map[string][]Row{}, dirty: map[string]bool{}, build: build}
}

func (x *Index) rebuild(key string) []Row {
	x.mu.Lock()
	delete(x.dirty, key)
	x.mu.Unlock()
	r := x.build(key)
	x.mu.Lock()
	x.rows[key] = r
	x.mu.Unlock()
	return r
}

// touch says that something changed; the index follows a moment later.
func (x *Index) touch(key string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.dirty[key] {
		x.dirty[key] = true
		time.AfterFunc(indexLag, func() { x.rebuild(key) })
	}
}

// read must not be called with the lock of the area.
func (x *Index) read(key string) []Row {
	x.mu.Lock()
	r, ok := x.rows[key]
	x.mu.Unlock()
	if ok {
		return r
	}
	return x.rebuild(key)
}

// ---------- the world ----------

type World struct {
	clk     *Clock
	done    chan struct{}
	inboxes []*Inbox
	acc     *Accounts
	reg     *Registry
	em      *Email
	onc     *Oncall
	clu     *Clusters
	up      *Uptime
	created time.Time
	entryMu sync.Mutex
	entry   int
}

func newWorld() *World {
	w := &World{clk: newClock(), done: make(chan struct{}), created: time.Now().UTC()}
	w.acc = newAccounts(w)
	w.reg = newRegistry(w)
	w.em = newEmail(w)
	w.onc = newOncall(w)
	w.clu = newClusters(w)
	w.up = newUptime(w)
	w.inboxes = []*Inbox{newInbox(w.done, w.acc.hear), newInbox(w.done, w.onc.hear)}
	seed(w)
	go w.clk.run(w.done)
	return w
}

func (w *World) now() time.Time { return w.clk.now() }
func (w *World) next() int {
	w.entryMu.Lock()
	defer w.entryMu.Unlock()
	w.entry++
	return w.entry
}
