import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import { createGenerator } from 'ts-json-schema-generator'

// Grafana publishes the schema of its dashboards as the types of @grafana/schema.
const render = join(dirname(fileURLToPath(import.meta.url)), '..')
const types = join(render, 'node_modules/@grafana/schema/dist/types/raw')
const dashboards = join(render, '..')
const ajv = new Ajv({ allErrors: true, strict: false })
const validators = new Map()

// Belongs to an export for grafana.com, not to the dashboard.
const ENVELOPE = ['__inputs', '__requires']
// Fields that Grafana reads and writes, although they are missing from its types: the Prometheus queries of annotations
// (without published types), the text of a variable's query, and when a state timeline connects two states.
const PROMETHEUS_ANNOTATION = ['expr', 'step', 'tagKeys', 'target', 'textFormat', 'titleFormat', 'useValueForTime']
const STATES = ['spanNulls', 'insertNulls']

function validator(file, type) {
  const key = `${file} ${type}`
  if (!validators.has(key)) {
    const path = join(types, file)
    const schema = createGenerator({ path, tsconfig: join(render, 'test/tsconfig.json'), type, skipTypeCheck: true }).createSchema(type)
    validators.set(key, ajv.compile(schema))
  }
  return validators.get(key)
}

// complete: otherwise a panel may omit options, which then have the defaults of the reader's Grafana.
function check(what, file, type, value, complete = false) {
  const validate = validator(file, type)
  validate(value)
  const errors = (validate.errors ?? []).filter((error) => complete || error.keyword !== 'required')
  assert.deepEqual(errors, [], what)
}

function checkPanel(dashboard, panel) {
  const what = `${dashboard}: ${panel.title ?? panel.type}`
  const file = `composable/${panel.type.replaceAll('-', '')}/panelcfg/x/types.gen.d.ts`
  check(`${what}, options`, file, 'Options', panel.options ?? {})
  const custom = panel.fieldConfig?.defaults?.custom
  if (custom) {
    for (const key of panel.type === 'state-timeline' ? STATES : []) delete custom[key]
    check(`${what}, custom`, file, 'FieldConfig', custom)
  }
}

function read(name) {
  const json = JSON.parse(readFileSync(join(dashboards, name), 'utf8'))
  for (const key of ENVELOPE) delete json[key]
  for (const annotation of json.annotations.list) {
    for (const key of PROMETHEUS_ANNOTATION) delete annotation[key]
  }
  for (const variable of json.templating.list) delete variable.definition
  return json
}

const files = readdirSync(dashboards).filter((name) => name.endsWith('.json'))

test('there are dashboards', () => assert.equal(files.length, 11))

for (const name of files) {
  test(`${name} is of Grafana's schema`, () => {
    const json = read(name)
    check(name, 'dashboard/x/types.gen.d.ts', 'Dashboard', json, true)
    const panels = json.panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]).filter((panel) => panel.type !== 'row')
    assert.ok(panels.length > 0)
    panels.forEach((panel) => checkPanel(name, panel))
  })
}

test('a wrong type, an unknown key and an unknown option are noticed', () => {
  const good = read(files[0])
  const dashboard = 'dashboard/x/types.gen.d.ts'
  assert.throws(() => check('type', dashboard, 'Dashboard', { ...good, schemaVersion: 'new' }))
  assert.throws(() => check('key', dashboard, 'Dashboard', { ...good, colour: 'red' }))
  assert.throws(() => check('option', 'composable/stat/panelcfg/x/types.gen.d.ts', 'Options', { graphMode: 'loud' }))
})
