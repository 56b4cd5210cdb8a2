import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../testing/show.ts'
import { Identifier } from './identifier.tsx'
import { Said, ThingLink, type ThingProps } from './thing.tsx'

const Leading = ({ of, id, children }: ThingProps) => <a href={`#${of}:${id}`}>{children}</a>
const links = () => page.getByRole('link').elements()
const targets = () => links().map((link) => [link.getAttribute('href'), link.textContent])

describe('use 2 names of things', () => {
  it('use 2 an identifier leads to its thing, and is still one string (D29)', async () => {
    show(
      <ThingLink value={Leading}>
        <Identifier value="8901170000000000013" of="sim" copyName="SIM ID" />
        <Identifier value="79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff" of="transaction" isShort />
        <Identifier value="1000001" of="company">
          Harbor Alarm
        </Identifier>
        <Identifier value="" of="company">
          No one’s
        </Identifier>
        <Identifier value="354301065312345" kind="imei" />
      </ThingLink>,
    )
    await expect.element(page.getByRole('link', { name: '8901170000000000013' })).toBeVisible()
    expect(links()).toHaveLength(3)
    await expect
      .element(page.getByRole('link', { name: 'Harbor Alarm' }))
      .toHaveAttribute('href', '#company:1000001')
    await expect
      .element(page.getByRole('link', { name: '79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff' }))
      .toHaveAttribute('href', '#transaction:79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff')
    show(<Identifier value="8901170000000000013" kind="iccid" of="sim" />)
    await expect.element(page.getByText('8901170000000000013')).toBeVisible()
    expect(links()).toEqual([])
  })

  it('use 2 SIM IDs, cloud IDs, CSRs, containers, people and transactions lead to their things out of a sentence, other words do not', async () => {
    const sentence =
      'SIM 8901170000000000013 sits in CBS0000001, not in CBS00, hangs on webconnect-3, not my-webconnect-3, by csr-04.; batch 12345678901234567890 of 2026 has 89011. Saved by support@example.com. It was transaction 79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff, not key 0a8d4f62-1d2c-4b61-9f0a-0c1d2e3f61ff.'
    show(
      <ThingLink value={Leading}>
        <p>
          <Said>{sentence}</Said>
        </p>
      </ThingLink>,
    )
    await expect.element(page.getByText(sentence)).toBeVisible()
    expect(targets()).toEqual([
      ['#sim:8901170000000000013', '8901170000000000013'],
      ['#panel:CBS0000001', 'CBS0000001'],
      ['#container:webconnect-3', 'webconnect-3'],
      ['#csr:csr-04', 'csr-04'],
      ['#staff:support@example.com', 'support@example.com'],
      ['#transaction:79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff', '79e8af3e-1d2c-4b61-9f0a-0c1d2e3f61ff'],
    ])
    show(
      <ThingLink value={Leading}>
        <Said leavesPeople>{sentence}</Said>
      </ThingLink>,
    )
    await expect.poll(() => targets().length).toBe(5)
  })
})
