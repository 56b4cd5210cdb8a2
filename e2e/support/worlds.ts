import { World, type WorldOptions } from './world.ts'

const usual = {
  // How long is waited between two looks is no fact of most tests.
  CSR_LOOK_MS: '100',
}

/** The worlds that a spec may choose from with `test.use({ worldName: 'production' })`; most are in 'test'. */
export const worldOptions = {
  test: { serverSettings: { ...usual, WEBHOOKS_LOCAL: 'on', DEVICE_SIGN_ON: 'on' }, onPostgres: true },
  /** Waits seconds for neighbours where others wait minutes, yet enough for a machine that stands still, and looks often. */
  impatient: {
    serverSettings: {
      ...usual,
      CSR_ANSWER_SECONDS: '5',
      PANEL_ANSWER_SECONDS: '5',
    },
  },
  /** Asks WebConnect again and again, which costs as long as it stands: for its own spec alone, the last in the alphabet. */
  collecting: { serverSettings: { ...usual, WEBCONNECT_INTERVAL_SECONDS: '2' } },
  /** Hears its CSR agents every second. */
  listening: { serverSettings: { ...usual, CSR_STATUS_SECONDS: '1' } },
  production: { environment: 'prod', serverSettings: usual },
  development: { environment: 'dev', serverSettings: usual },
  /** A provider that takes a refresh token a second time within seconds. */
  forgiving: { refreshReuseSeconds: 10, serverSettings: usual },
  /** One person may make few calls. */
  limited: { serverSettings: { ...usual, CALLS_PER_MINUTE: '30' } },
} satisfies Record<string, Partial<WorldOptions>>

export type WorldName = keyof typeof worldOptions

/** So many beside 'test', for the memory of the machine. */
const MOST_OTHERS = 3

/**
 * The worlds of one worker: 'test', once it was asked for, and those of the others that were asked for last. No spec file
 * meets what another one changed: one that was changed stands until the end of that file.
 */
export class Worlds {
  /** Oldest use first. */
  readonly #standing = new Map<WorldName, World>()
  /** The spec file that was in it last. */
  readonly #files = new WeakMap<World, string>()

  async get(name: WorldName, file: string): Promise<World> {
    const last = this.#standing.get(name)
    if (last && this.#files.get(last) !== file && (await last.wasChanged())) await this.#destroy(name)
    const there = this.#standing.get(name)
    this.#standing.delete(name)
    const others = [...this.#standing.keys()].filter((each) => each !== 'test')
    if (!there && name !== 'test' && others.length >= MOST_OTHERS && others[0]) await this.#destroy(others[0])
    const world = there ?? (await World.create(worldOptions[name]))
    this.#standing.set(name, world)
    this.#files.set(world, file)
    return world
  }

  async destroy(): Promise<void> {
    await Promise.all([...this.#standing.keys()].map((name) => this.#destroy(name)))
  }

  async #destroy(name: WorldName): Promise<void> {
    const world = this.#standing.get(name)
    this.#standing.delete(name)
    await world?.destroy()
  }
}
