/** The classes of attacks: what slurmrestd, the API server, name servers, clients, files and users do. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.attack;
