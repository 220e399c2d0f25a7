// Builds a site from the repository's Markdown: pages stay where they are, and links between them work in both.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const SOURCE = 'https://github.com/sluice-project/sluice'

// Points links to other files at the source; a missing file fails the build.
function sourceLink(page, href) {
  const [path] = href.split('#')
  const file = resolve(ROOT, dirname(page), path)
  if (!existsSync(file)) throw new Error(`${page}: no such file: ${href}`)
  const kind = statSync(file).isDirectory() ? 'tree' : 'blob'
  return `${SOURCE}/${kind}/main/${relative(ROOT, file)}`
}

function siteLink(page, href) {
  if (/^[a-z]+:|^#/.test(href)) return href
  const [path, anchor] = href.split('#')
  if (!path.endsWith('.md')) return sourceLink(page, href)
  return path.replace(/README\.md$/, 'index.md') + (anchor === undefined ? '' : `#${anchor}`)
}

function links(markdown) {
  // The files have comments for tests, which are no text. The front page has a title of its own.
  markdown.core.ruler.after('normalize', 'comments', (state) => {
    state.src = state.src.replace(/^<!--[^]*?-->$/gm, '')
    if (relative(ROOT, state.env.path) === 'README.md') state.src = state.src.replace(/^# .*/, '')
  })
  // Code and braces on a page are text, not Vue.
  markdown.core.ruler.push('site-links', (state) => {
    const page = relative(ROOT, state.env.realPath ?? state.env.path)
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        if (token.type === 'code_inline') token.attrSet('v-pre', '')
        if (token.type === 'link_open') token.attrSet('href', siteLink(page, token.attrGet('href')))
      }
    }
  })
}

// Pages are outside this folder, where Vue is not found during rendering.
const vueOnServer = {
  name: 'vue-on-server',
  enforce: 'pre',
  resolveId: (id, importer, { ssr }) =>
    ssr && (id === 'vue' || id === 'vue/server-renderer') ? { id, external: true } : undefined,
}

const page = (text, link) => ({ text, link })
const group = (text, items, collapsed = false) => ({ text, items, collapsed })
const guide = (text, name) => page(text, `/docs/guides/${name}`)

// The README is the front page, below this beginning.
const FRONT = {
  layout: 'home',
  hero: {
    name: 'Sluice',
    text: 'Why is my job pending?',
    tagline: 'Slurm metrics that agree with squeue, a page that explains every pending job, and autoscaling that follows the queue.',
    image: { src: '/icon.svg', alt: 'Sluice' },
    actions: [
      { theme: 'brand', text: 'Tutorial: 15 minutes', link: '/docs/tutorial' },
      { theme: 'alt', text: 'Install', link: '/docs/guides/' },
      { theme: 'alt', text: 'Pending reasons', link: '/docs/pending-reasons' },
    ],
  },
  features: [
    { title: 'For researchers', details: 'The limit with its numbers, the jobs that hold it, the queue position, and what helps.', link: '/docs/researcher' },
    { title: 'For administrators', details: 'Metrics compared with Slurm’s own tools, dashboards, and alerts with a runbook each.', link: '/docs/guides/bare-metal' },
    { title: 'For platform engineers', details: 'HPAs and KEDA get the nodes that runnable jobs need, on Slinky, SUNK, soperator and StatefulSets.', link: '/docs/autoscaling' },
    { title: 'For engineers on call', details: 'One outage, one page: dependent alerts stay silent, and the runbook has the commands.', link: '/docs/on-call' },
  ],
}

export default {
  title: 'Sluice',
  description: 'Slurm metrics, dashboards and alerts, and autoscaling of NodeSets by the Slurm queue.',
  srcDir: '../..',
  outDir: '../../target/site',
  cacheDir: '../../target/site-cache',
  srcExclude: ['**/node_modules/**', '**/target/**', '.*/**', '**/src/**', 'dashboards/render/**'],
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/icon.svg' }]],
  transformPageData: (data) => {
    if (data.relativePath === 'index.md') Object.assign(data.frontmatter, FRONT)
  },
  vite: { plugins: [vueOnServer], publicDir: join(ROOT, 'docs/images'), build: { chunkSizeWarningLimit: 2000 } },
  markdown: { html: false, languageAlias: { promql: 'sql' }, config: links },
  themeConfig: {
    logo: '/icon.svg',
    // Who searches for a reason of Slurm finds its explanation first.
    search: {
      provider: 'local',
      options: {
        miniSearch: { searchOptions: { boostDocument: (id) => (id.startsWith('/docs/pending-reasons') ? 2 : 1) } },
      },
    },
    outline: [2, 3],
    nav: [page('Tutorial', '/docs/tutorial'), page('Documentation', '/docs/'), page('Source', SOURCE)],
    sidebar: [
      group('Start', [
        page('Tutorial', '/docs/tutorial'),
        page('Questions and answers', '/docs/faq'),
        page('Comparison', '/docs/comparison'),
        page('Glossary', '/docs/glossary'),
      ]),
      group('Bare metal', [
        guide('Install', 'bare-metal'),
        guide('Prometheus on Kubernetes', 'off-cluster'),
        page('Operations', '/docs/operations'),
        page('From another exporter', '/docs/migration'),
      ]),
      group('Kubernetes', [
        guide('Images, chart, check', ''),
        guide('Slinky on EKS', 'slinky-eks'),
        guide('Slinky on GKE', 'slinky-gke'),
        guide('Slinky on AKS', 'slinky-aks'),
        guide('Slinky with KEDA', 'keda'),
        guide('StatefulSets on GKE', 'gke-statefulset'),
        guide('SUNK', 'sunk'),
        guide('soperator', 'soperator'),
        page('Compatibility', '/docs/compatibility'),
        page('Autoscaling', '/docs/autoscaling'),
        page('Autoscaler adapter', '/docs/autoscaler-adapter'),
        page('Examples', '/docs/examples/'),
        page('Chart', '/helm/sluice/'),
        page('Upgrading', '/docs/upgrading'),
      ]),
      group('Publish elsewhere', [
        guide('CloudWatch', 'cloudwatch'),
        guide('Container Insights', 'container-insights'),
        guide('OTLP', 'otlp'),
      ]),
      group('On call', [
        page('First questions', '/docs/on-call'),
        page('Runbooks', '/docs/runbooks/'),
        page('Troubleshooting', '/docs/troubleshooting'),
        page('Outages', '/docs/faults'),
        page('Alerts', '/alerts/'),
        page('Dashboards', '/dashboards/'),
      ]),
      group('Researchers', [
        page('Why does my job wait?', '/docs/researcher'),
        page('Pending reasons', '/docs/pending-reasons'),
        page('Status page', '/docs/status-page'),
      ]),
      group('Reference', [
        page('Metrics', '/docs/metrics'),
        page('Configuration', '/docs/configuration'),
        page('Security and rights', '/docs/security'),
        page('Performance', '/docs/performance'),
        page("Differences from slurmctld's metrics", '/docs/deviations-from-native'),
        page('Submissions', '/docs/submissions'),
        page('Changelog', '/CHANGELOG'),
      ]),
      group(
        'Internals',
        [
          page('Contributing', '/CONTRIBUTING'),
          page('Building and testing', '/docs/internals/development'),
          page('Architecture', '/docs/internals/architecture'),
          page('Decisions', '/docs/internals/decisions/'),
          page("Comparison with Slurm's tools", '/docs/internals/truth'),
          page('Chaos suite', '/docs/internals/chaos'),
          page('Benchmark', '/docs/internals/benchmark'),
        ],
        true,
      ),
    ],
  },
}
