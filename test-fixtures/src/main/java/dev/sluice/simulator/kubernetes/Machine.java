package dev.sluice.simulator.kubernetes;

/**
 * A Kubernetes node that can run one slurmd pod of its NodeSet.
 *
 * @param number number of the machine in its NodeSet, from 0
 * @param pool index of its NodeSet
 */
record Machine(NodeSetSpec nodeSet, int pool, int number) {
    String ip() {
        return "10.0." + (pool + 1) + "." + (number + 11);
    }

    String podIp() {
        return "10.1." + (pool + 1) + "." + (number + 11);
    }

    String zone() {
        return number % 2 == 0 ? "eu-west-1a" : "eu-west-1b";
    }

    String name() {
        return "ip-" + ip().replace('.', '-') + ".eu-west-1.compute.internal";
    }
}
