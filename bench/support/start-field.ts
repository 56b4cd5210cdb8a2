import { Program } from '../../e2e/support/program.ts'
import { freePort } from '../../scripts/testing/free-port.ts'

/** The field as its own process, so that what it does is not measured with the rest. */
export async function startField(settings: Record<string, string> = {}) {
  const port = String(await freePort())
  const field = new Program('apps/field/src/main.ts', {
    FIELD_PORT: port,
    FIELD_DELAYS: 'none',
    DEMO_STORY: 'still',
    ...settings,
  })
  await field.start()
  return { url: `http://localhost:${port}`, stop: () => field.stop() }
}
