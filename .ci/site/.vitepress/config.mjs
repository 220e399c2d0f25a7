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
const group = (text, items) => ({ text, items, collapsed: true })

export default {
  title: 'Sluice',
  description: 'Slurm metrics, dashboards and alerts, and autoscaling of NodeSets by the Slurm queue.',
  srcDir: '../..',
  outDir: '../../target/site',
  cacheDir: '../../target/site-cache',
  srcExclude: ['**/node_modules/**', '**/target/**', '.*/**', '**/src/**', 'dashboards/render/**'],
  rewrites: (id) => id.replace(/README\.md$/, 'index.md'),
  vite: { plugins: [vueOnServer], build: { chunkSizeWarningLimit: 2000 } },
  markdown: { html: false, languageAlias: { promql: 'sql' }, config: links },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [page('Documentation', '/docs/'), page('Source', SOURCE)],
    sidebar: [
      group('Bare metal', [
        page('Install', '/docs/guides/bare-metal'),
        page('Outside the cluster', '/docs/guides/off-cluster'),
        page('Operations', '/docs/operations'),
        page('From another exporter', '/docs/migration'),
      ]),
      group('Kubernetes', [
        page('Guides by platform', '/docs/guides/'),
        page('Compatibility', '/docs/compatibility'),
        page('Autoscaling', '/docs/autoscaling'),
        page('Autoscaler adapter', '/docs/autoscaler-adapter'),
        page('Chart', '/helm/sluice/'),
        page('Upgrading', '/docs/upgrading'),
      ]),
      group('On call', [
        page('First questions', '/docs/on-call'),
        page('Runbooks', '/docs/runbooks/'),
        page('Troubleshooting', '/docs/troubleshooting'),
        page('Alerts', '/alerts/'),
        page('Dashboards', '/dashboards/'),
      ]),
      group('Researchers', [page('Why does my job wait?', '/docs/researcher'), page('Status page', '/docs/status-page')]),
      group('Reference', [
        page('Metrics', '/docs/metrics'),
        page('Configuration', '/docs/configuration'),
        page('Security and rights', '/docs/security'),
        page('Glossary', '/docs/glossary'),
        page('Changelog', '/CHANGELOG'),
      ]),
      group('Internals', [
        page('Contributing', '/CONTRIBUTING'),
        page('Building and testing', '/docs/development'),
        page('Architecture', '/docs/architecture'),
        page('Decisions', '/docs/internals/decisions/'),
        page('Performance', '/docs/performance'),
        page('Faults', '/docs/faults'),
        page("Comparison with Slurm's tools", '/docs/truth'),
        page("Comparison with slurmctld's metrics", '/docs/deviations-from-native'),
      ]),
    ],
  },
}
