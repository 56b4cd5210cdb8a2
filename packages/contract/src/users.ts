import { z } from 'zod'
import { defineCall } from './call.ts'
import { emailIsInvalid, emailPattern, longestEmail } from './email.ts'

/** What someone may do for a company in the Remote Portal (2.11). */
export const UserRow = z.object({
  companyName: z.string(),
  companySapNumber: z.string(),
  remoteId: z.string(),
  role: z.string(),
})
export type UserRow = z.infer<typeof UserRow>

/** An email as its field takes it (5). */
const email = z.string().max(longestEmail, emailIsInvalid).regex(emailPattern, emailIsInvalid)

export const getUser = defineCall({
  method: 'GET',
  path: '/usermanagement/v1/usermanagement/{email}',
  access: 'users.read',
  spec: '2.11, 5, 7',
  summary:
    'The companies and roles of a Remote Portal user, by company; an empty list where no one has this e-mail',
  params: z.strictObject({
    email,
  }),
  data: z.array(UserRow),
})

/** What is known of anyone who signs in to the console with an email. */
export const SignOns = z.object({
  /** How many people have: usually one, two where the email was given to another. 0: no one has left an entry. */
  people: z.number().int(),
  /** Their newest entry in the audit trail; UTC, ISO 8601. Null: none. */
  lastSeenAt: z.string().nullable(),
  /** Tokens from before it are refused; UTC, ISO 8601. Null: never ended so. */
  endedAt: z.string().nullable(),
  /** Whether anyone who asks is one of them. */
  isYou: z.boolean(),
})
export type SignOns = z.infer<typeof SignOns>

export const getSignOns = defineCall({
  method: 'GET',
  path: '/usermanagement/v1/signons/{email}',
  access: 'sign-ons.end',
  takesSignOn: true,
  spec: 'R14',
  summary: 'Who signs in to the console with an email, by the entries of the audit trail',
  params: z.strictObject({ email }),
  data: SignOns,
})

export const endSignOns = defineCall({
  method: 'POST',
  path: '/usermanagement/v1/signons/{email}/end',
  access: 'sign-ons.end',
  takesSignOn: true,
  spec: 'R14',
  audit: {
    screen: 'User Info (CBS)',
    action: 'End the sign-ons of {email}',
    object: 'user {email}',
  },
  summary:
    'Refuse, on every server, all tokens that were issued to a person until now; the sign-on at the provider is not touched',
  params: z.strictObject({ email }),
  /** Whether the caller knows that they end their own sign-on too, where they do. */
  body: z.strictObject({ alsoMyOwn: z.boolean() }),
  data: SignOns,
})

export const usersCalls = { getUser, getSignOns, endSignOns }
