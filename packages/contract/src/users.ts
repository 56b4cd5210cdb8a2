import { z } from 'zod'
import { defineCall } from './call.ts'
import { emailIsInvalid, emailPattern, longestEmail } from './email.ts'

/** What somebody may do for a company in the Remote Portal (2.11). */
export const UserRow = z.object({
  companyName: z.string(),
  companySapNumber: z.string(),
  remoteId: z.string(),
  role: z.string(),
})
export type UserRow = z.infer<typeof UserRow>

export const getUser = defineCall({
  method: 'GET',
  path: '/usermanagement/v1/usermanagement/{email}',
  access: 'users.read',
  spec: '2.11, 5, 7',
  summary:
    'The companies and roles of a Remote Portal user, by company; an empty list where nobody has this e-mail',
  params: z.strictObject({
    email: z.string().max(longestEmail, emailIsInvalid).regex(emailPattern, emailIsInvalid),
  }),
  data: z.array(UserRow),
})

export const usersCalls = { getUser }
