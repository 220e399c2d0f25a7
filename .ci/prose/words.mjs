// Counts the words of all documents, and fails if they are more than a reader of the project should have to face.
// A word is a token with a letter or a digit: bars of tables, bullets and dashes are no words.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const MAX_WORDS = 45_000;

const files = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");
const words = files
  .flatMap((file) => readFileSync(file, "utf8").split(/\s+/))
  .filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
console.log(`${words} words in ${files.length} documents`);
if (words > MAX_WORDS) {
  console.error(`more than ${MAX_WORDS} words: shorten a document before you extend another`);
  process.exit(1);
}
