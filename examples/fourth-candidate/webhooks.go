package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

type Webhook struct {
	ID         string   `json:"id"`
	URL        string   `json:"url"`
	EventTypes []string `json:"eventTypes"`
	Disabled   bool     `json:"disabled"`
	CreatedAt  Time     `json:"createdAt"`

	secret []byte
	script []scripted
	repeat bool // the last scripted answer again
}

type scripted struct {
	Status  *int
	Failure *string
	AfterMs *int
}

type Delivery struct {
	ID          int    `json:"id"`
	EndpointID  string `json:"endpointId"`
	EventType   string `json:"eventType"`
	MessageID   string `json:"messageId,omitempty"`
	State       string `json:"state"`
	Attempts    int    `json:"attempts"`
	LastStatus  int    `json:"lastStatus,omitempty"`
	LastError   string `json:"lastError,omitempty"`
	DeliveredAt *Time  `json:"deliveredAt,omitempty"`
	CreatedAt   Time   `json:"createdAt"`

	eventID string
	body    []byte
}

// Attempt is what the driver shows of one attempt.
type Attempt struct {
	DeliveryID int               `json:"deliveryId"`
	EndpointID string            `json:"endpointId"`
	Attempt    int               `json:"attempt"`
	At         Time              `json:"at"`
	URL        string            `json:"url"`
	Headers    map[string]string `json:"headers"`
	Body       string            `json:"body"`
	Status     int               `json:"status,omitempty"`
	Error      string            `json:"error,omitempty"`
}

// backoff before the second, third, ... attempt
var backoff = []time.Duration{10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour}

const deliveriesMax = 200

var webhookClient = &http.Client{Timeout: 10 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (o *Org) webhook(id string) *Webhook {
	return find(o.Em.webhooks, func(h *Webhook) bool { return h.ID == id })
}

func newSecret() []byte { return []byte(randHex(16)) }
func (h *Webhook) showSecret() string {
	return "whsec_" + base64.StdEncoding.EncodeToString(h.secret)
}

// sign follows Standard Webhooks: an HMAC-SHA256 over id, timestamp and body.
func (h *Webhook) sign(id string, at time.Time, body []byte) map[string]string {
	ts := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, h.secret)
	fmt.Fprintf(mac, "%s.%s.%s", id, ts, body)
	return map[string]string{"Content-Type": "application/json", "User-Agent": "fourth-webhooks/1",
		"Webhook-Id": id, "Webhook-Timestamp": ts, "Webhook-Signature": "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))}
}

func (w *World) enqueue(o *Org, h *Webhook, typ, messageID, eventID string, body []byte) *Delivery {
	w.nextDelivery++
	d := &Delivery{ID: w.nextDelivery, EndpointID: h.ID, EventType: typ, MessageID: messageID, State: "pending", CreatedAt: w.stamp(), eventID: eventID, body: body}
	o.Em.deliveries = append(o.Em.deliveries, d)
	w.at(w.now(), "webhook-attempt", "EmailDelivery", strconv.Itoa(d.ID), func() { w.attempt(o, d) })
	return d
}

func (w *World) attempt(o *Org, d *Delivery) {
	if d.State != "pending" {
		return
	}
	h := o.webhook(d.EndpointID)
	if h == nil || h.Disabled {
		d.State, d.LastError = "failed", "the endpoint is disabled or deleted"
		return
	}
	d.Attempts++
	d.State = "delivering"
	a := &Attempt{DeliveryID: d.ID, EndpointID: h.ID, Attempt: d.Attempts, At: w.stamp(), URL: h.URL, Body: string(d.body)}
	if len(w.attempts) > 5000 {
		w.attempts = append([]*Attempt{}, w.attempts[1000:]...)
	}
	w.attempts = append(w.attempts, a)

	if len(h.script) > 0 {
		a.Headers = h.sign(d.eventID, w.now(), d.body)
		s := h.script[0]
		if len(h.script) > 1 || !h.repeat {
			h.script = h.script[1:]
		}
		done := func() {
			if s.Failure != nil {
				w.finish(o, d, a, 0, errors.New(*s.Failure))
			} else {
				w.finish(o, d, a, *s.Status, nil)
			}
		}
		if s.AfterMs != nil && *s.AfterMs > 0 {
			w.after(time.Duration(*s.AfterMs)*time.Millisecond, "webhook-answer", "EmailDelivery", strconv.Itoa(d.ID), done)
		} else {
			done()
		}
		return
	}

	a.Headers = h.sign(d.eventID, time.Now(), d.body) // receivers reject old timestamps
	url, headers, body := h.URL, a.Headers, d.body
	go func() {
		status, err := post(url, headers, body)
		w.s.mu.Lock()
		defer w.s.mu.Unlock()
		if w.s.w == w {
			w.finish(o, d, a, status, err)
		}
	}()
}

func post(url string, headers map[string]string, body []byte) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "POST", url, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	for k, v := range headers {
		req.Header.Set(k, v)
	}
	res, err := webhookClient.Do(req)
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10))
	res.Body.Close()
	return res.StatusCode, nil
}

func (w *World) finish(o *Org, d *Delivery, a *Attempt, status int, err error) {
	d.LastStatus, d.LastError = status, ""
	a.Status = status
	switch {
	case err != nil:
		d.LastError = err.Error()
	case status < 200 || status > 299:
		d.LastError = fmt.Sprintf("the endpoint answered %d", status)
	}
	a.Error = d.LastError
	if d.LastError == "" {
		d.State, d.DeliveredAt = "delivered", &Time{w.now()}
		return
	}
	if d.Attempts > len(backoff) {
		d.State = "failed"
		return
	}
	d.State = "pending"
	w.after(backoff[d.Attempts-1], "webhook-retry", "EmailDelivery", strconv.Itoa(d.ID), func() { w.attempt(o, d) })
}

func (s *Server) webhookRoutes() {
	const p = "/api/v1/email"
	a := func(perm string) access { return access{area: "email", perm: "email." + perm} }
	types := func(l []string) ([]string, error) {
		if len(l) == 0 {
			return nil, bad("eventTypes must not be empty")
		}
		out := []string{}
		for _, t := range l {
			if err := oneOf(t, "eventTypes", eventTypes...); err != nil {
				return nil, err
			}
			if !contains(out, t) {
				out = append(out, t)
			}
		}
		return out, nil
	}
	hook := func(c *Ctx) (*Webhook, error) {
		if h := c.org.webhook(c.path("id")); h != nil {
			return h, nil
		}
		return nil, notFound("webhook")
	}
	s.op("GET "+p+"/webhooks", a("webhook.read"), func(c *Ctx) error {
		return c.json(200, obj{"webhooks": lst(c.org.Em.webhooks)})
	})
	s.op("POST "+p+"/webhooks", a("webhook.write"), func(c *Ctx) error {
		var q struct {
			URL        *string
			EventTypes *[]string
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		if q.URL == nil || q.EventTypes == nil {
			return bad("url and eventTypes are required")
		}
		if err := okURL(*q.URL); err != nil {
			return err
		}
		t, err := types(*q.EventTypes)
		if err != nil {
			return err
		}
		h := &Webhook{ID: newID("whk"), URL: *q.URL, EventTypes: t, CreatedAt: c.w.stamp(), secret: newSecret()}
		c.org.Em.webhooks = append(c.org.Em.webhooks, h)
		return c.json(201, obj{"webhook": h, "signingSecret": h.showSecret()})
	})
	s.op("PATCH "+p+"/webhooks/{id}", a("webhook.write"), func(c *Ctx) error {
		h, err := hook(c)
		if err != nil {
			return err
		}
		var q struct {
			URL        *string
			EventTypes *[]string
			Disabled   *bool
		}
		if err := c.decode(&q); err != nil {
			return err
		}
		t := h.EventTypes
		if q.EventTypes != nil {
			if t, err = types(*q.EventTypes); err != nil {
				return err
			}
		}
		if q.URL != nil {
			if err := okURL(*q.URL); err != nil {
				return err
			}
			h.URL = *q.URL
		}
		h.EventTypes = t
		if q.Disabled != nil {
			h.Disabled = *q.Disabled
		}
		return c.json(200, h)
	})
	s.op("DELETE "+p+"/webhooks/{id}", a("webhook.write"), func(c *Ctx) error {
		h, err := hook(c)
		if err != nil {
			return err
		}
		if find(c.org.Em.routes, func(r *Route) bool { return r.EndpointID == h.ID }) != nil {
			return fail(409, "an inbound route still targets the endpoint")
		}
		c.org.Em.webhooks = remove(c.org.Em.webhooks, func(x *Webhook) bool { return x == h })
		return c.none(204)
	})
	s.op("POST "+p+"/webhooks/{id}/rotate-secret", a("webhook.write"), func(c *Ctx) error {
		h, err := hook(c)
		if err != nil {
			return err
		}
		h.secret = newSecret()
		return c.json(200, obj{"signingSecret": h.showSecret()})
	})
	s.op("GET "+p+"/webhook-deliveries", a("webhook.read"), func(c *Ctx) error {
		l := []*Delivery{}
		for i := len(c.org.Em.deliveries) - 1; i >= 0 && len(l) < deliveriesMax; i-- {
			d := c.org.Em.deliveries[i]
			if (c.query("messageId") == "" || d.MessageID == c.query("messageId")) && (c.query("endpointId") == "" || d.EndpointID == c.query("endpointId")) {
				l = append(l, d)
			}
		}
		return c.json(200, obj{"deliveries": l})
	})
	s.op("POST "+p+"/webhook-deliveries/{id}/redeliver", a("webhook.write"), func(c *Ctx) error {
		id, err := strconv.Atoi(c.path("id"))
		if err != nil {
			return bad("id must be an integer")
		}
		d := find(c.org.Em.deliveries, func(d *Delivery) bool { return d.ID == id })
		if d == nil {
			return notFound("delivery")
		}
		h := c.org.webhook(d.EndpointID)
		if h == nil {
			return fail(409, "the endpoint is deleted")
		}
		if h.Disabled {
			return fail(409, "the endpoint is disabled")
		}
		n := c.w.enqueue(c.org, h, d.EventType, d.MessageID, d.eventID, d.body)
		return c.json(202, obj{"id": n.ID})
	})
}

func (s *Server) webhookEvents() {
	s.event("webhook-endpoint-answers", func(c *Ctx) (obj, error) {
		var q struct {
			EndpointID, Afterwards *string
			Answers                *[]scripted
		}
		if err := c.decode(&q); err != nil {
			return nil, err
		}
		if q.EndpointID == nil || q.Answers == nil {
			return nil, bad("endpointId and answers are required")
		}
		for _, x := range *q.Answers {
			if (x.Status == nil) == (x.Failure == nil) {
				return nil, bad("an answer has a status or a failure")
			}
		}
		repeat := true
		if q.Afterwards != nil {
			if err := oneOf(*q.Afterwards, "afterwards", "repeat-last", "send"); err != nil {
				return nil, err
			}
			repeat = *q.Afterwards == "repeat-last"
		}
		for _, o := range c.w.orgs {
			if h := o.webhook(*q.EndpointID); h != nil {
				h.script, h.repeat = *q.Answers, repeat
				return nil, nil
			}
		}
		return nil, notFound("endpoint")
	})
	s.door("GET /_understudy/webhook-deliveries", func(c *Ctx) error {
		l := remove(c.w.attempts, func(a *Attempt) bool {
			return (c.query("endpointId") != "" && a.EndpointID != c.query("endpointId")) || (c.query("deliveryId") != "" && strconv.Itoa(a.DeliveryID) != c.query("deliveryId"))
		})
		if n, err := strconv.Atoi(c.query("limit")); err == nil && n >= 0 && n < len(l) {
			l = l[len(l)-n:]
		}
		return c.json(200, obj{"attempts": l})
	})
}
