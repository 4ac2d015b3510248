package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"runtime/debug"
	_ "time/tzdata"
)

func stack() { os.Stderr.Write(debug.Stack()) }

func main() {
	port := flag.Int("port", 0, "port, 0 for a free one")
	flag.Parse()
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	setRoutes()
	current.Store(newWorld())
	fmt.Printf("http://127.0.0.1:%d\n", l.Addr().(*net.TCPAddr).Port)
	http.Serve(l, http.HandlerFunc(serve))
}

func setRoutes() {
	accountRoutes()
	registryRoutes()
	emailRoutes()
	oncallRoutes()
	clusterRoutes()
	uptimeRoutes()
}
