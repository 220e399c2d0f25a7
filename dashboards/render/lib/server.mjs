// Serves the page and Grafana's icons and fonts, and forwards queries to Prometheus.
import { build } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>dashboard</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/bundle/main.css"><style>
@font-face { font-family: Inter; font-weight: 400; src: url("/public/fonts/inter/Inter-Regular.woff2"); }
@font-face { font-family: Inter; font-weight: 500; src: url("/public/fonts/inter/Inter-Medium.woff2"); }
</style></head><body><div id="root"></div>
<script>window.__grafana_public_path__ = '/public/'; window.grafanaBootData = { settings: {} };</script>
<script src="/bundle/main.js"></script></body></html>`;
const TYPES = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/woff2' };
/** The font names of Grafana's stylesheet and the matching files in the package. Roboto Mono is not used. */
const FONTS = { Regular: '400-normal', Medium: '500-normal', Italic: '400-italic', MediumItalic: '500-italic' };

async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'page/main.jsx')],
    bundle: true,
    write: false,
    outdir: '/bundle',
    format: 'iife',
    jsx: 'automatic',
    minify: true,
    loader: { '.ttf': 'dataurl', '.woff2': 'dataurl', '.svg': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'window' },
    logLevel: 'error',
  });
  return new Map(outputFiles.map((file) => [file.path, file.contents]));
}

function fileFor(path) {
  const modules = join(HERE, 'node_modules');
  const icon = /^\/public\/build\/img\/icons\/([\w-]+\/[\w-]+\.svg)$/.exec(path);
  if (icon) return join(modules, '@grafana/ui/dist/public/img/icons', normalize(icon[1]));
  const font = /^\/public\/fonts\/inter\/Inter-(\w+)\.woff2$/.exec(path);
  if (font && FONTS[font[1]]) return join(modules, `@fontsource/inter/files/inter-latin-${FONTS[font[1]]}.woff2`);
  return undefined;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function serve(prometheus) {
  const files = await bundle();
  const server = createServer(async (request, response) => {
    try {
      const { pathname, search } = new URL(request.url, 'http://page');
      if (pathname.startsWith('/api/v1/')) {
        const answer = await fetch(prometheus.replace(/\/$/, '') + pathname + search);
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
        return;
      }
      const file = fileFor(pathname);
      const body = pathname === '/' ? PAGE : (files.get(pathname) ?? (file && (await readFile(file))));
      const type = pathname === '/' ? 'text/html' : TYPES[pathname.split('.').at(-1)];
      if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type }).end(body);
    } catch (error) {
      response.writeHead(502, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 'error', errorType: 'proxy', error: String(error) }));
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
