import { expect, it } from 'vitest'
import { complaintAboutDays, localDays } from './local-days.ts'

it.each(['-1080', '-720', '0', '345', '840', '1080'])('D21 an offset of %s minutes is taken', (offset) => {
  expect(localDays.timeOffset.parse(offset)).toBe(Number(offset))
})

it.each(['-1081', '1081', '0x10', '1e1', '', '\n', '60.5'])('F8 D21 an offset of %j is none', (offset) => {
  expect(localDays.timeOffset.safeParse(offset).success).toBe(false)
})

it('D21 the first and the last day may be one; neither may be missing, nor the last before the first', () => {
  const [sDate, eDate] = ['2026-11-01', '2026-11-02']
  expect(complaintAboutDays({ sDate, eDate: sDate })).toBeUndefined()
  expect(complaintAboutDays({ sDate, eDate })).toBeUndefined()
  expect(complaintAboutDays({ sDate: eDate, eDate: sDate })?.field).toBe('eDate')
  expect([complaintAboutDays({ sDate })?.field, complaintAboutDays({ eDate })?.field]).toEqual([
    'eDate',
    'sDate',
  ])
})

it('D21 days are those of the calendar, from 1970 to the year 3000', () => {
  const taken = (day: string) => localDays.sDate.safeParse(day).success
  expect(['1970-01-01', '2999-12-31', '2028-02-29'].map(taken)).toEqual([true, true, true])
  expect(['1969-12-31', '3000-01-01', '2026-02-29', '2026-1-1'].map(taken)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

it('D21 a time zone is one that the calendar of this machine knows', () => {
  const taken = (zone: string) => localDays.timeZone.safeParse(zone).success
  expect(['UTC', 'America/St_Johns', 'Asia/Kathmandu'].map(taken)).toEqual([true, true, true])
  expect(['', 'Nowhere/Else', 'UTC ', '+25:00', `UTC${'x'.repeat(60)}`].map(taken)).toEqual(
    Array(5).fill(false),
  )
})

it('D21 an offset and a day say what is wrong with them', () => {
  const said = (shape: 'sDate' | 'timeOffset' | 'timeZone', text: string) =>
    localDays[shape].safeParse(text).error?.issues.map(({ message }) => message)
  expect(said('timeOffset', '1081')).toEqual(['must be from -1080 to 1080'])
  expect(said('timeOffset', '1.5')).toEqual(['must be a whole number'])
  expect(said('sDate', '1969-12-31')).toEqual(['must be a day from 1970 on'])
  expect(said('sDate', 'today')?.[0]).toBe('must be a day as yyyy-mm-dd')
  expect(said('timeZone', 'x')).toEqual(['is not a time zone'])
})
