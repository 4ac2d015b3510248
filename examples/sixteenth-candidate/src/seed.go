package main

const gib = int64(1) << 30

// seed is the world as it is at first: two organizations with their people.
func seed(w *World) {
	a := w.acc
	for _, s := range []string{"heronry", "saltworks"} {
		a.orgs[s] = &Org{slug: s, name: s, contacts: map[string]string{}, payment: true, email: true, uptime: true,
			quota: map[string]int64{"clusters": 60, "monitors": 600, "daily-email": 5000, "registry-storage-bytes": 40 * gib, "load-balancer-services": 3}}
		a.orgList = append(a.orgList, s)
	}
	a.orgs["heronry"].contacts = map[string]string{"billingEmail": "bills@heronry.example", "technicalEmail": "tech@heronry.example"}
	add := func(id, label, email string, homes ...string) *Person {
		p := &Person{id: id, label: label, email: email, members: map[string]*Member{}, session: "sess-" + id}
		for i := 0; i+1 < len(homes); i += 2 {
			p.members[homes[i]] = &Member{role: homes[i+1]}
			p.home = append(p.home, homes[i])
		}
		a.people[id] = p
		a.names = append(a.names, id)
		return p
	}
	add("u-iris", "Iris Owner", "iris@heronry.example", "heronry", "owner")
	add("u-amos", "Amos Admin", "amos@heronry.example", "heronry", "admin")
	add("u-mina", "Mina Member", "mina@heronry.example", "heronry", "member")
	add("u-milo", "Milo Member", "milo@heronry.example", "heronry", "member")
	add("u-vera", "Vera Viewer", "vera@heronry.example", "heronry", "viewer")
	sc := add("u-saul", "Saul Scoped", "saul@heronry.example", "heronry", "member")
	add("u-bea", "Bea Both", "bea@heronry.example", "heronry", "member", "saltworks", "admin")
	add("u-otto", "Otto Elsewhere", "otto@saltworks.example", "saltworks", "owner")
	sc.members["heronry"].granted = true
	sc.members["heronry"].grants = []Grant{{"email:editor", []string{"dm~SEEDED001"}}, {"registry:editor", []string{"heronry-first"}}}
	a.custom["heronry"] = map[string]*Role{"night-watch": {"night-watch", "Night watch", "Looks after what goes on at night", "oncall", "custom", false, upTo("oncall", "write")}}

	now := w.now()
	e := w.em
	e.addDomain("heronry", "dm~SEEDED001", "post.heronry.example")
	e.addDomain("heronry", "dm~SEEDED002", "news.heronry.example")
	for _, d := range e.domains {
		for _, r := range d.recs {
			r.seen = r.value
		}
		d.send = "verified"
	}
	for slug, org := range map[string]string{"heronry-first": "heronry", "saltworks-first": "saltworks"} {
		w.reg.regs[slug] = &Reg{slug: slug, display: "Depot " + slug, region: regions[0], org: org, quota: 40 * gib, created: now, repos: map[string]*Repo{}, ups: map[string]*Upstream{}, blobs: map[string]int64{}}
		w.emit(Event{Topic: "up", Org: org, Service: "registry", Id: slug, Name: "Depot " + slug})
	}
	w.onc.svcs["os~CHECKOUT1"] = &OSvc{id: "os~CHECKOUT1", name: "checkout", org: "heronry", created: now}
	w.onc.svcs["os~SEARCH001"] = &OSvc{id: "os~SEARCH001", name: "search", org: "heronry", created: now}
	w.onc.svcs["os~BRINE0001"] = &OSvc{id: "os~BRINE0001", name: "brine", org: "saltworks", created: now}
}
