package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Delivery is the record of one attempt; a further attempt is a record of its own.
type Delivery struct {
	id                                       int64
	endpoint, org, kind, msg, state, lastErr string
	payload                                  []byte
	attempts                                 int
	status                                   int
	delivered, created                       time.Time
}
type Attempt struct {
	delivery int64
	endpoint string
	n        int
	at       time.Time
	url      string
	headers  map[string]string
	body     string
	scripted bool
	status   int
	err      string
}
type answer struct {
	status  int
	failure string
}

var waits = []time.Duration{300 * time.Millisecond, 4 * time.Second, 40 * time.Second, 5 * time.Minute}

func (d *Delivery) view() M {
	v := M{"id": d.id, "endpointId": d.endpoint, "eventType": d.kind, "state": d.state, "attempts": d.attempts, "createdAt": tstr(d.created)}
	if d.msg != "" {
		v["messageId"] = d.msg
	}
	if d.status != 0 {
		v["lastStatus"] = d.status
	}
	if d.lastErr != "" {
		v["lastError"] = d.lastErr
	}
	if !d.delivered.IsZero() {
		v["deliveredAt"] = tstr(d.delivered)
	}
	return v
}

// newDelivery needs the lock.
func (e *Email) newDelivery(endpoint, org, kind, msg string, payload []byte, before int, at time.Time, send bool) *Delivery {
	e.delSeq += 3
	at = e.w.now() // the record is made now, even if the event happened earlier
	d := &Delivery{id: e.delSeq, endpoint: endpoint, org: org, kind: kind, msg: msg, state: "pending", payload: payload, attempts: before, created: at}
	e.dels = append(e.dels, d)
	e.delIx.touch(org)
	if send {
		e.w.clk.at(at, waits[before], "delivery", "EmailDelivery", itoa(d.id), func(at time.Time) { e.attempt(d, at) })
	}
	return d
}

var hookClient = &http.Client{Timeout: 6 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (e *Email) attempt(d *Delivery, at time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	h := e.hook("", d.endpoint)
	defer e.delIx.touch(d.org)
	if h == nil || h.disabled {
		d.state, d.lastErr = "failed", "endpoint is disabled or gone"
		return
	}
	d.attempts++
	d.state = "delivering"
	real := time.Now().Unix()
	if h.scripted {
		real = at.Unix()
	}
	stamp := itoa(real)
	mac := hmac.New(sha256.New, []byte(h.secret))
	fmt.Fprintf(mac, "%s.%s", stamp, d.payload)
	head := map[string]string{"Content-Type": "application/json", "User-Agent": "pelican/16", "X-Pelican-Delivery": itoa(d.id), "X-Pelican-Proof": "t=" + stamp + ",v1=" + hex.EncodeToString(mac.Sum(nil))}
	a := &Attempt{delivery: d.id, endpoint: h.id, n: d.attempts, at: at, url: h.url, headers: head, body: string(d.payload)}
	e.attempts = append(e.attempts, a)
	if h.scripted {
		s := h.script[0]
		if len(h.script) > 1 {
			h.script = h.script[1:]
		} else if h.afterwards == "send" {
			h.scripted, h.script = false, nil
		}
		a.scripted = true
		e.finish(d, a, s.status, s.failure, at)
		return
	}
	go func() {
		req, err := http.NewRequest("POST", a.url, bytes.NewReader(d.payload))
		status, why := 0, ""
		if err == nil {
			for k, v := range head {
				req.Header.Set(k, v)
			}
			var r *http.Response
			r, err = hookClient.Do(req)
			if err == nil {
				status = r.StatusCode
				io.Copy(io.Discard, io.LimitReader(r.Body, 1<<16))
				r.Body.Close()
			}
		}
		if err != nil {
			why = err.Error()
			if i := strings.LastIndex(why, ": "); i > 0 {
				why = why[i+2:]
			}
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		e.finish(d, a, status, why, e.w.now())
		e.delIx.touch(d.org)
	}()
}

// finish needs the lock.
func (e *Email) finish(d *Delivery, a *Attempt, status int, why string, at time.Time) {
	a.status, a.err = status, why
	d.status = status
	if status >= 200 && status < 300 {
		d.state, d.delivered = "delivered", at
		return
	}
	d.state, d.lastErr = "failed", why
	if why == "" {
		d.lastErr = fmt.Sprintf("answered %d", status)
	}
	if d.attempts < len(waits) && e.hook("", d.endpoint) != nil {
		e.newDelivery(d.endpoint, d.org, d.kind, d.msg, d.payload, d.attempts, at, true)
	}
}
