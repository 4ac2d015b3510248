package main

func seedWorld(s *Server) *World {
	w := &World{s: s, clock: Clock{mode: "real"}, users: map[string]*User{}, sessions: map[string]string{},
		collidingEmails: map[string]bool{"taken@billing.example": true}, slugs: map[string]string{}, domainClaims: map[string]bool{},
		backendDown: map[string]bool{}, gone: map[string]bool{}, progress: Progress{Mode: "delay"}}
	org := func(slug, name string) *Org {
		o := &Org{Slug: slug, Name: name, Members: map[string]*Member{}, Payment: true,
			Entitled: map[string]bool{"email": true, "uptime": true},
			Quota:    map[string]int64{"clusters": 20, "monitors": 50, "daily-email": 1000},
			Contacts: Contacts{"billing@" + slug + ".example", "tech@" + slug + ".example", "security@" + slug + ".example"}}
		o.init()
		w.orgs = append(w.orgs, o)
		return o
	}
	person := func(id, name string) *User {
		u := &User{ID: id, Name: name, Email: id[4:] + "@people.example", Session: "session-" + id[4:]}
		w.addUser(u)
		return u
	}
	aurora, borealis := org("aurora", "Aurora Ltd"), org("borealis", "Borealis GmbH")
	join := func(o *Org, u *User, role string) {
		o.Members[u.ID] = &Member{User: u, Role: role}
		if u.DefaultOrg == "" {
			u.DefaultOrg = o.Slug
		}
	}
	join(aurora, person("usr_olga", "Olga Owner"), "owner")
	join(aurora, person("usr_adam", "Adam Admin"), "admin")
	join(aurora, person("usr_mia", "Mia Member"), "member")
	join(aurora, person("usr_vera", "Vera Viewer"), "viewer")
	join(borealis, person("usr_nils", "Nils Neighbour"), "owner")
	both := person("usr_bea", "Bea Both")
	join(aurora, both, "member")
	join(borealis, both, "admin")
	person("usr_zoe", "Zoe Nowhere") // an account without any organization

	for _, n := range []string{"shop", "search", "billing"} {
		aurora.On.services = append(aurora.On.services, &OncallService{ID: "svc_" + n, Name: n, CreatedAt: w.stamp()})
	}
	borealis.On.services = append(borealis.On.services, &OncallService{ID: "svc_lights", Name: "lights", CreatedAt: w.stamp()})
	return w
}

func (w *World) addUser(u *User) {
	w.users[u.ID] = u
	w.sessions[u.Session] = u.ID
}
