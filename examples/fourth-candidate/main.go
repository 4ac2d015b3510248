package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"strings"
	"time"
	_ "time/tzdata"
)

func lower(s string) string { return strings.ToLower(s) }

func main() {
	port := flag.Int("port", 8095, "port to listen on")
	flag.Parse()
	s := &Server{mux: http.NewServeMux()}
	s.reset()
	s.tokenRoutes()
	s.iamRoutes()
	s.organizationRoutes()
	s.uptimeRoutes()
	s.oncallRoutes()
	s.registryRoutes()
	s.clusterRoutes()
	s.emailRoutes()
	s.driverRoutes()
	go s.background()
	srv := &http.Server{Addr: fmt.Sprintf("127.0.0.1:%d", *port), Handler: s, ReadHeaderTimeout: 10 * time.Second}
	log.Printf("listening on http://%s", srv.Addr)
	log.Fatal(srv.ListenAndServe())
}
