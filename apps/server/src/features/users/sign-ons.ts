import { calls, type SignOns, thing } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import { endSignOnsOf, type Person, peopleOf } from '../../platform/sign-on/end-sign-ons.ts'
import { type User, userKey } from '../../platform/sign-on/user.ts'

/** Ending a person's sign-ons to the console (R14): who that is, and that it is done. */
export function registerSignOns(api: Api): void {
  const { db, config } = api.platform
  const { issuer } = config.signOn

  registerCall(api, calls.getSignOns, async ({ params, user }) => ({
    data: summaryOf(await peopleOf(db, params.email, issuer), user),
  }))

  registerCall(api, calls.endSignOns, async ({ params: { email }, body, user }, work) => {
    const people = await peopleOf(db, email, issuer)
    if (people.length === 0)
      throw new Problem(
        'NotFound',
        `No one has signed in to the console as ${email}, so there was nothing to end. Check the spelling.`,
      )
    if (!body.alsoMyOwn && summaryOf(people, user).isYou)
      throw new Problem(
        'Invalid',
        'This would also end your own sign-on, so nothing was ended. Confirm that you mean it, or ask a colleague.',
      )
    return work.finish(async (trx) => {
      await endSignOnsOf(trx, people)
      return {
        data: summaryOf(await peopleOf(trx, email, issuer), user),
        message: `The sign-ons of ${email} were ended: every server refuses the earlier tokens within seconds.`,
        entry: { object: thing('user', email.toLowerCase()) },
        // Here at once; the others hear of it.
        afterwards: () => api.endedSignOns.refresh(),
      }
    })
  })
}

function summaryOf(people: readonly Person[], user: User): SignOns {
  const newest = (times: (Date | null)[]) =>
    times.reduce<Date | null>((last, time) => (time && (!last || time > last) ? time : last), null)
  return {
    people: people.length,
    lastSeenAt: newest(people.map(({ lastSeenAt }) => lastSeenAt))?.toISOString() ?? null,
    endedAt: newest(people.map(({ endedAt }) => endedAt))?.toISOString() ?? null,
    isYou: people.some((person) => userKey(person) === userKey(user)),
  }
}
