/** Every setting of the field: name, default, meaning, check. No one else reads the environment. */

import { toldStories } from '@support-console/demo-world/stories'

const delayModes = ['demo', 'real', 'none'] as const
const storyNames: readonly string[] = Object.keys(toldStories)
export type DelayMode = (typeof delayModes)[number]

export interface Config {
  /** FIELD_PORT, default 8090; 0 takes any free port. */
  port: number
  /** FIELD_HOST, default localhost (both loopback addresses). */
  host: string
  /** FIELD_DATA_DIR: folder of the field's database; empty keeps everything in memory. */
  dataDir: string
  /** FIELD_DELAYS: how long answers take; see docs/field.md. */
  delays: DelayMode
  /** FIELD_DELAY_PERCENT: 100 as they are, 1 a hundredth of it; for benchmarks that scale real delays down. */
  delayFactor: number
  /** FIELD_ATT_CALLS_PER_SECOND: AT&T's fair use; more for tests of something else, which have no time to wait for it. */
  attCallsPerSecond: number
  /** FIELD_SIMS: so many more SIMs at AT&T, for those who look at a whole fleet. */
  sims: number
  /** FIELD_DRIFT: so many of them are deactivated there, or in another device than before. */
  drift: number
  /** FIELD_DRIFT_SEED: which ones. */
  driftSeed: number
  /** FIELD_DRIFT_UNTOLD_PERCENT: so many changes of device AT&T's list of changes does not tell; whether it does is not published. */
  driftUntold: number
  /** CONSOLE_ORIGINS: browser origins of consoles that may sign on, comma separated. */
  consoleOrigins: string[]
  /** FIELD_ACCESS_TOKEN_SECONDS: life of an access token, 1 to 3600. */
  accessTokenSeconds: number
  /** FIELD_REFRESH_REUSE_SECONDS: for so long a refresh token is taken a second time, 0 to 60. */
  refreshReuseSeconds: number
  /** DEMO_STORY: what happens from the start on. */
  story: string
  /** FIELD_URL: the public address; undefined: http://localhost and the port that was taken. */
  publicUrl: string | undefined
}

/** One clear sentence for anyone who set the setting. */
export class BadSetting extends Error {}

type Environment = Record<string, string | undefined>

/** Reads and checks all settings. Throws BadSetting with one sentence on the first bad one. */
export function readConfig(env: Environment): Config {
  return {
    port: wholeNumber(env, 'FIELD_PORT', 8090, 0, 65_535),
    host: text(env, 'FIELD_HOST') || 'localhost',
    dataDir: text(env, 'FIELD_DATA_DIR'),
    delays: oneOf(env, 'FIELD_DELAYS', delayModes, 'demo'),
    delayFactor: wholeNumber(env, 'FIELD_DELAY_PERCENT', 100, 1, 100) / 100,
    attCallsPerSecond: wholeNumber(env, 'FIELD_ATT_CALLS_PER_SECOND', 5, 1, 1_000_000),
    sims: wholeNumber(env, 'FIELD_SIMS', 0, 0, 1_000_000),
    drift: wholeNumber(env, 'FIELD_DRIFT', 0, 0, 100_000),
    driftSeed: wholeNumber(env, 'FIELD_DRIFT_SEED', 1, 0, 1_000_000),
    driftUntold: wholeNumber(env, 'FIELD_DRIFT_UNTOLD_PERCENT', 0, 0, 100),
    consoleOrigins: (text(env, 'CONSOLE_ORIGINS') || 'http://localhost:8080')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part) => origin('CONSOLE_ORIGINS', part)),
    accessTokenSeconds: wholeNumber(env, 'FIELD_ACCESS_TOKEN_SECONDS', 300, 1, 3600),
    refreshReuseSeconds: wholeNumber(env, 'FIELD_REFRESH_REUSE_SECONDS', 10, 0, 60),
    story: oneOf(env, 'DEMO_STORY', storyNames, 'demo'),
    publicUrl: text(env, 'FIELD_URL') ? origin('FIELD_URL', text(env, 'FIELD_URL')) : undefined,
  }
}

function text(env: Environment, name: string): string {
  return env[name]?.trim() ?? ''
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const given = text(env, name)
  if (!given) return fallback
  const value = Number(given)
  if (!/^\d+$/.test(given) || value < least || value > most) {
    throw new BadSetting(`${name} must be a whole number from ${least} to ${most}, but is '${given}'.`)
  }
  return value
}

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const given = text(env, name)
  if (!given) return fallback
  const match = allowed.find((value) => value === given)
  if (!match) throw new BadSetting(`${name} must be one of ${allowed.join(', ')}, but is '${given}'.`)
  return match
}

function origin(name: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const plain = url && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/'
  if (!url || !plain || url.search || url.hash || url.username || url.password) {
    throw new BadSetting(
      `${name} needs addresses like http://localhost:8080 without path or query, but has '${given}'.`,
    )
  }
  return url.origin
}
