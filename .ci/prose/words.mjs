// Counts the words of the users' documents and of docs/internals, and fails if either has more than a reader should have
// to face. A word is a token with a letter or a digit: bars of tables, bullets and dashes are no words.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MAX_WORDS = { users: 42_000, contributors: 8_000 };
const CONTRIBUTORS = /^docs\/internals\/|^CONTRIBUTING\.md$|^test-fixtures\//;

const words = { users: 0, contributors: 0 };
for (const file of execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n")) {
  words[CONTRIBUTORS.test(file) ? "contributors" : "users"] += readFileSync(file, "utf8")
    .split(/\s+/)
    .filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}
for (const [readers, count] of Object.entries(words)) {
  console.log(`${count} of ${MAX_WORDS[readers]} words for ${readers}`);
  if (count > MAX_WORDS[readers]) {
    console.error(`too many words for ${readers}: shorten a document before you extend another`);
    process.exitCode = 1;
  }
}
