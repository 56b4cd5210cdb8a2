import { z } from 'zod'
import { isTimeZone } from './disablings.words.ts'
import { wholeNumber } from './text.ts'

/** A calendar day that the database and the browser both know. */
const Day = z.iso
  .date('must be a day as yyyy-mm-dd')
  .refine((day) => day >= '1970-01-01' && day < '3000-01-01', {
    message: 'must be a day from 1970 on',
  })

/** Whole days of the caller's zone (D21), as parts of a query. */
export const localDays = {
  /** First and last local day, both inclusive. */
  sDate: Day.optional(),
  eDate: Day.optional(),
  /** Minutes east of UTC. It holds for every day and row unless `timeZone` is given too. */
  timeOffset: wholeNumber(-1080, 1080).optional(),
  /** The IANA name of the caller's zone: then each day and each row has the offset that holds there at its time. */
  timeZone: z.string().max(60).refine(isTimeZone, 'is not a time zone').optional(),
}

export interface LocalDays {
  sDate?: string | undefined
  eDate?: string | undefined
}

/** Why these days do not make a range, or undefined. */
export function complaintAboutDays({
  sDate,
  eDate,
}: LocalDays): { field: string; message: string } | undefined {
  if (sDate === undefined) return { field: 'sDate', message: 'must be given unless allTime is true' }
  if (eDate === undefined) return { field: 'eDate', message: 'must be given unless allTime is true' }
  return eDate < sDate ? { field: 'eDate', message: 'must not be before sDate' } : undefined
}
