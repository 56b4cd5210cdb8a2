import { change, companyOf, dialog, field, openCompany, saveChanges, subnet } from './support/companies.ts'
import { test } from './support/signed-in.ts'
import { expect } from './support/world.ts'

// As companies-modes.spec.ts, in whose world they are where one worker runs both.
test.use({ worldName: 'development' })

test('2.6, 5 subnets: a range for a valid address, every prefix, host bits, overlaps', async ({
  page,
  world,
}) => {
  await openCompany(page, world, 4)
  const [first, second, third] = [subnet(page, 1), subnet(page, 2), subnet(page, 3)]
  await expect(first.getByRole('textbox', { name: 'Domain IP' })).toHaveValue('10.128.16.0')
  await expect(first).toContainText('10.128.16.0 to 10.128.19.255 1,024 addresses')
  await first.getByRole('combobox', { name: 'CIDR' }).click()
  await expect(page.getByRole('option')).toHaveCount(33)
  await page.getByRole('option', { name: '/21', exact: true }).click()
  await expect(first).toContainText('10.128.16.0 to 10.128.23.255 2,048 addresses')

  await page.getByRole('button', { name: 'Add subnet' }).click()
  await expect(third.getByRole('textbox')).toBeFocused()
  const range = third.getByRole('status', { name: 'Range' })
  for (const unfit of ['10.20.7', '10.20.7.256', '010.20.7.9', '10.20.7.x', '']) {
    await third.getByRole('textbox').fill('10.20.7.9')
    await expect(range).toContainText('10.20.7.0 to 10.20.7.255')
    await third.getByRole('textbox').fill(unfit)
    await expect(range).toHaveText('Type an IPv4 address to see the range.')
  }
  await page.keyboard.type('10.20.7.9/16', { delay: 0 })
  await page.keyboard.press('Tab')
  await expect(third.getByRole('textbox')).toHaveValue('10.20.7.9')
  await expect(
    third.getByText('No /16 network starts here; the one that contains it starts at 10.20.0.0'),
  ).toBeVisible()
  await third.getByRole('button', { name: 'Use 10.20.0.0' }).click()
  await expect(third).toContainText('10.20.0.0 to 10.20.255.255 65,536 addresses')

  // That one is Prairie Alarm's.
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(change(page, 'Subnets')).toContainText('10.20.0.0/16')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(third.getByText(/Overlaps 10\.20\.0\.0\/16 of Prairie Alarm/)).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '400 Bad Request' })).toContainText(
    'Nothing was saved',
  )
  await expect(dialog(page)).toHaveCount(0)

  await third.getByRole('textbox').fill('8.8.8.0')
  await page.keyboard.press('Tab')
  await expect(third.getByText(/Must lie in private address space|No \/16 network/)).toBeVisible()
  await third.getByRole('textbox').fill('10.128.24.0/32')
  await page.keyboard.press('Tab')
  await expect(third.getByText('Overlaps subnet 2 of this company, 10.128.24.0/24')).toBeVisible()
  await expect(third.getByText('A /32 is a single address.')).toBeVisible()
  await expect(third).toContainText('1 address')
  await second.getByRole('button', { name: 'Remove subnet 2' }).click()
  await expect(page.getByText(/fields? needs? attention/)).toHaveCount(0)
  await saveChanges(page)
  const { companySubnets } = await companyOf(page, world, 4)
  expect(
    companySubnets.map((each: { domainIp: string; cidr: number }) => `${each.domainIp}/${each.cidr}`),
  ).toEqual(['10.128.16.0/21', '10.128.24.0/32'])
  await expect(page.getByRole('group', { name: /^Subnet \d$/ })).toHaveCount(2)
})

test('2.6, D34 TIER3_STANDARD disables and blanks the range and prefix; the VPN endpoint is editable only there, else shown and fixed; what was typed comes back', async ({
  page,
  world,
}) => {
  await page.goto(`${world.consoleUrl}/company/add`)
  const ip = page.getByRole('textbox', { name: 'Domain IP' })
  const cidr = page.getByRole('combobox', { name: 'CIDR' })
  const endpoint = field(page, 'VPN endpoint')
  await expect(ip).toBeDisabled()
  await expect(ip).toHaveValue('')
  await expect(cidr).toBeDisabled()
  await expect(cidr).toHaveText('')
  await endpoint.fill('vpn.mine.example')
  await page.getByRole('radio', { name: /Tier2 Standard/ }).check()
  await expect(endpoint).toBeDisabled()
  await expect(endpoint).toHaveValue('vpn.installer-services.example')
  await ip.fill('192.168.7.0')
  await expect(page.getByText('192.168.7.0 to 192.168.7.255')).toBeVisible()
  await page.getByRole('radio', { name: /Tier3 Standard/ }).check()
  await expect(ip).toBeDisabled()
  await expect(ip).toHaveValue('')
  await expect(endpoint).toHaveValue('vpn.mine.example')
  await page.getByRole('radio', { name: /Tier2 No NAT/ }).check()
  await expect(ip).toHaveValue('192.168.7.0')
  await expect(endpoint).toHaveValue('vpn.installer-services.example')
})
