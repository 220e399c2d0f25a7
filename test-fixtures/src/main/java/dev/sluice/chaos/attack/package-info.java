/** The attack classes: hostile slurmrestd, API server, name servers, clients, files and users. */
@org.jspecify.annotations.NullMarked
package dev.sluice.chaos.attack;
