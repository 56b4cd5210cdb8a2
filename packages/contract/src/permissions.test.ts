import { describe, expect, it } from 'vitest'
import { readableSources, rightOfSource } from './fact-rights.ts'
import {
  type Environment,
  isReserved,
  type Permission,
  permissions,
  permissionsOf,
  type Role,
  rolesThatMay,
} from './permissions.ts'

/** Who may, per host; in words, not computed. */
const everybody: readonly Role[] = ['support', 'eng-admin', 'auditor']
const staff: readonly Role[] = ['support', 'eng-admin']
const engineers: readonly Role[] = ['eng-admin']
const matrix: Record<Permission, readonly [test: readonly Role[], prod: readonly Role[]]> = {
  'activity-log.write': [everybody, everybody],
  'sim-information.read': [everybody, everybody],
  'sim-management.read': [staff, staff],
  'sim-management.change': [staff, staff],
  'sim-activity.read': [everybody, everybody],
  'companies.read': [staff, staff],
  'companies.change': [staff, staff],
  'panels.read': [staff, staff],
  'panels.change': [staff, staff],
  'panel-environment.read': [staff, engineers],
  'panel-environment.change': [staff, engineers],
  'csr.read': [staff, staff],
  'csr.change': [staff, staff],
  'users.read': [staff, staff],
  'sign-ons.end': [engineers, engineers],
  'user-actions.read': [everybody, everybody],
  'webconnect.read': [staff, staff],
  'fleet.read': [everybody, everybody],
  'fleet.change': [staff, staff],
  'webhooks.manage': [engineers, engineers],
  'mcp.write': [staff, staff],
}
const hosts = Object.entries(matrix).flatMap(([permission, [test, prod]]) => [
  [permission as Permission, 'dev', test] as const,
  [permission as Permission, 'test', test] as const,
  [permission as Permission, 'prod', prod] as const,
])
const mayOf = (environment: Environment, ...roles: string[]) => [...permissionsOf(roles, environment)].sort()

describe('D16 roles and permissions', () => {
  it('has a row for every permission', () => {
    expect(Object.keys(matrix)).toEqual([...permissions])
  })

  it.each(hosts)('%s on %s is given by its roles alone, and they are named', (permission, host, expected) => {
    expect(everybody.filter((role) => permissionsOf([role], host).has(permission))).toEqual(expected)
    expect(rolesThatMay(permission, host)).toEqual(expected)
  })

  it('D17 reserves the panel environment for engineers, on prod alone', () => {
    const reserved = (host: Environment) => permissions.filter((permission) => isReserved(permission, host))
    expect(reserved('prod')).toEqual(['panel-environment.read', 'panel-environment.change'])
    expect([...reserved('dev'), ...reserved('test')]).toEqual([])
  })

  it('adds up several roles, and takes no right for a name that is not a role', () => {
    expect(mayOf('prod', 'support', 'eng-admin')).toEqual([...permissions].sort())
    expect(mayOf('prod', 'auditor', 'support')).toEqual(mayOf('prod', 'support'))
    expect(mayOf('test', 'Support', 'eng-admin ', 'admin', '')).toEqual([])
    expect(mayOf('test')).toEqual([])
  })
})

describe('D45 sources whose words may be read', () => {
  const sourceRights: readonly (readonly [string, Permission])[] = [
    ['AT&T', 'sim-information.read'],
    ['Verizon', 'sim-information.read'],
    ['MobileBroker', 'sim-information.read'],
    ['Connector', 'sim-information.read'],
    ['Remote Portal', 'panels.read'],
    ['WebConnect', 'webconnect.read'],
    ['Pathfinder', 'panel-environment.read'],
  ]
  it.each(sourceRights)('%s takes %s, and so does a part of what it tells', (source, right) => {
    const readable = readableSources((asked) => asked === right)
    const others = readableSources((asked) => asked !== right)
    expect(rightOfSource(source)).toBe(right)
    for (const name of [source, `${source} session`])
      expect([readable.test(name), others.test(name)]).toEqual([true, false])
    for (const name of [`${source}s`, `${source}-`, `My ${source}`, ''])
      expect(readable.test(name), name).toBe(false)
  })

  it('are none for a source that is not listed, or without a right', () => {
    expect(readableSources(() => true).test('Intruder')).toBe(false)
    for (const name of ['Intruder', 'constructor']) expect(rightOfSource(name)).toBeUndefined()
    for (const name of ['AT&T', 'Pathfinder test', 'Intruder'])
      expect(readableSources(() => false).test(name)).toBe(false)
  })
})
