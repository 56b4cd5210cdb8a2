import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressFault, parseAddress, spoken } from './address.ts'

describe('D52 DATABASE_URL as libpq reads it', () => {
  const hosts = (text: string) => parseAddress(text).hosts.map(spoken)

  it.each([
    ['postgres://a/db', ['a:5432']],
    ['postgresql://u@a:6432/db', ['a:6432']],
    ['postgres://a:5432,b:5433/db', ['a:5432', 'b:5433']],
    ['postgres://[2001:db8::1]:5433,[::1]/db', ['[2001:db8::1]:5433', '[::1]:5432']],
    ['postgres://u@/db?host=/run/postgresql', ['/run/postgresql']],
    ['postgres://u:p@/db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['postgres:///db', ['localhost:5432']],
    ['postgres://%2Frun%2Fpostgresql/db', ['/run/postgresql']],
    ['postgres://a,b/db?port=6000', ['a:6000', 'b:6000']],
  ])('reads the hosts of %s', (text, expected) => expect(hosts(text)).toEqual(expected))

  it('reads any user and password that is written for an address', () => {
    const anyText = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => text.isWellFormed())
    fc.assert(
      fc.property(anyText, anyText, anyText, (user, password, database) => {
        const [u, p, d] = [user, password, database].map(encodeURIComponent)
        expect(parseAddress(`postgres://${u}:${p}@db.example:6000/${d}?sslmode=require`)).toMatchObject({
          ...{ user, password, database, sslMode: 'require' },
          hosts: [{ host: 'db.example', port: 6000 }],
        })
      }),
    )
  })

  it('takes signs in a password that libpq takes as they are', () => {
    for (const password of ['#1', 'a"b', "it's", 'p@ss', 'a:b', '{x}', 'ünï', '[1]', 'a,b', '<>^`|\\'])
      expect(parseAddress(`postgres://u:${password}@h/d`)).toMatchObject({
        password,
        hosts: [{ host: 'h', port: 5432 }],
      })
  })

  it.each([
    ['mysql://a/db', 'must be a postgres:// address'],
    ['postgres://a:x/db', 'names the port "x": it must be a number from 1 to 65535'],
    ['postgres://a,b/db?port=1,2,3', 'names 2 hosts and 3 ports: give one port, or one for each'],
    ['postgres://a/db?schema=x', 'has "schema", which is no parameter of a PostgreSQL address: leave it out'],
    ['postgres://a/db?sslmode=on', 'has sslmode=on: it must be one of disable, allow, prefer'],
    ['postgres://a/db?target_session_attrs=standby', 'but the console writes: use read-write'],
    ['postgres://a/db?sslrootcert=system&sslmode=require', 'which needs sslmode=verify-full'],
    ['postgres://a/db?connect_timeout=soon', 'must be a whole number of seconds'],
    ['postgres://u%zz@a/db', 'has a "%" in the user that is not followed by two hexadecimal digits'],
  ])('says what is wrong with %s', (text, says) => expect(addressFault(text)).toContain(says))

  it('never quotes a part of the password, however it is broken', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[@?/:#%&=, a-c0-9]{0,8}$/), (noise) => {
        const password = `${noise}S3cr3tS3cr3t${noise}`
        const fault = addressFault(`postgres://user:${password}@db.example/console`)
        expect(fault ?? '').not.toContain('S3cr3tS3cr3t')
      }),
      { numRuns: 5_000 },
    )
  })

  it('reads settings for each connection from options', () => {
    const { settings } = parseAddress(
      'postgres://a/db?options=-c%20search_path%3Dconsole%20--work-mem%3D8MB%20-cx.y%3Da%5C%20b',
    )
    expect(settings).toEqual({ search_path: 'console', work_mem: '8MB', 'x.y': 'a b' })
  })
})
