// Searches the built site as its search box does: the explanation of each reason must come first.
import { readdirSync } from 'node:fs'
import MiniSearch from 'minisearch'
import config from './.vitepress/config.mjs'

const REASONS = [
  'AssocGrpGRES', 'BeginTime', 'Dependency', 'JobHeldAdmin', 'Licenses', 'PartitionTimeLimit', 'QOSMaxGRESPerUser',
  'QOSMaxJobsPerUserLimit', 'ReqNodeNotAvail', 'Reservation',
]
const CHUNKS = new URL('../../target/site/assets/chunks/', import.meta.url)
const file = readdirSync(CHUNKS).find((name) => name.startsWith('@localSearchIndexroot'))
const { default: stored } = await import(new URL(file, CHUNKS))
const index = MiniSearch.loadJSON(stored, {
  fields: ['title', 'titles', 'text'],
  storeFields: ['title', 'titles'],
  // VitePress's own, and ours.
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, text: 2, titles: 1 },
    ...config.themeConfig.search.options.miniSearch.searchOptions,
  },
})
for (const reason of REASONS) {
  const first = index.search(reason)[0]?.id
  if (!first?.startsWith('/docs/pending-reasons')) throw new Error(`a search for ${reason} finds first ${first}`)
}
console.log(`a search for each of ${REASONS.length} pending reasons finds its explanation`)
