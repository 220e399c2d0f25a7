// Prints random sentences of the documents for review by a reader: npm run --silent sample [SEED [COUNT]]
import { readdirSync, readFileSync } from "node:fs";

const GENERATED = ["docs/metrics.md", "docs/configuration.md"];
const MIN_WORDS = 6;

/** Returns a generator of numbers from 0 to 1, which are the same for the same seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns paragraphs, list items and table cells, without code blocks, headings and comments. */
function paragraphs(markdown) {
  return markdown
    .replace(/^```[^]*?^```$/gm, "")
    .replace(/<!--[^]*?-->/g, "")
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. ))|(?<!\\)\|/)
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => !text.startsWith("#"));
}

function sentences(file) {
  return paragraphs(readFileSync(file, "utf8"))
    .flatMap((text) => text.split(/(?<=[.!?])\s+(?=[A-Z`*[])/))
    .filter((sentence) => (sentence.match(/[a-z]{2,}/gi) ?? []).length >= MIN_WORDS)
    .map((sentence) => `${file}: ${sentence}`);
}

const [seed = "1", count = "40"] = process.argv.slice(2);
const random = randomNumbers(Number(seed));
const docs = readdirSync("docs", { recursive: true })
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file}`)
  .sort();
const all = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "dashboards/README.md", ...docs]
  .filter((file) => !GENERATED.includes(file))
  .flatMap(sentences);
console.log(`${count} of ${all.length} sentences, seed ${seed}`);
for (let i = 0; i < Number(count); i++) {
  console.log(`- ${all[Math.floor(random() * all.length)]}`);
}
