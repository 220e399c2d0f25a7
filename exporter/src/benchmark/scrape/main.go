// The comparison of the scrape benchmark: client_golang serves as many series as ScrapeBenchmark.java. Every scrape
// follows a change.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const (
	families = 10
	nodes    = 10000
	warmUp   = 20
	rounds   = 25
)

type collector struct {
	descriptions []*prometheus.Desc
	round        int
}

func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, description := range c.descriptions {
		out <- description
	}
}

func (c *collector) Collect(out chan<- prometheus.Metric) {
	for _, description := range c.descriptions {
		for node := 0; node < nodes; node++ {
			value := float64((node*31 + c.round) % 977)
			out <- prometheus.MustNewConstMetric(
				description, prometheus.GaugeValue, value, "research", fmt.Sprintf("gpu-node-%05d", node))
		}
	}
}

func main() {
	c := &collector{}
	for i := 0; i < families; i++ {
		name := fmt.Sprintf("slurm_compute_node_family_%d", i)
		c.descriptions = append(c.descriptions, prometheus.NewDesc(name, "Help.", []string{"cluster", "node"}, nil))
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(c)
	server := httptest.NewServer(promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	defer server.Close()
	var milliseconds []float64
	for c.round = 0; c.round < warmUp+rounds; c.round++ {
		start := time.Now()
		scrape(server.URL)
		if c.round >= warmUp {
			milliseconds = append(milliseconds, float64(time.Since(start).Microseconds())/1e3)
		}
	}
	sort.Float64s(milliseconds)
	fmt.Printf("client_golang_milliseconds %f\nend\n", milliseconds[rounds/2])
}

func scrape(address string) {
	request, err := http.NewRequest(http.MethodGet, address, nil)
	check(err)
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultClient.Do(request)
	check(err)
	_, err = io.Copy(io.Discard, response.Body)
	check(err)
	check(response.Body.Close())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
