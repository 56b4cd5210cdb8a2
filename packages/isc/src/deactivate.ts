import { calls, mainIdentifier, pageOf } from '@support-console/contract'
import { longestReason, ticketPattern } from '@support-console/contract/reasons.words'
import { askLine } from './ask-line.ts'
import { exitCodes, Failure } from './failure.ts'
import { factsOf, notShown, plain, sayTime } from './print.ts'
import { sayState } from './say.ts'
import { textOf, type Verb } from './verb.ts'

export const deactivate: Verb = {
  name: 'sim deactivate',
  words: ['ICCID'],
  about: 'Deactivate a SIM at its carrier, after it has shown what that cuts off and asked',
  options: {
    reason: { type: 'string', value: 'TEXT', about: 'why; it stands in the audit trail (required)' },
    ticket: { type: 'string', value: 'NUMBER', about: 'the ticket that it is done for' },
    yes: { type: 'boolean', about: 'do not ask; a pipe needs it' },
  },
  calls: [calls.getSimSubject, calls.deactivateSim],
  async run(given) {
    const { client, words, options, note } = given
    // A part of an ICCID could be another SIM's.
    const iccid = mainIdentifier('sim', words[0] ?? '')
    if (!iccid) throw new Failure(exitCodes.usage, `"${plain(words[0])}" is not a whole ICCID.`)
    const [reason, ticket] = [textOf(given, 'reason')?.trim(), textOf(given, 'ticket')?.trim()]
    if (!reason || reason.length > longestReason)
      throw new Failure(exitCodes.usage, `Say why with --reason, in at most ${longestReason} characters.`)
    if (ticket && !ticketPattern.test(ticket))
      throw new Failure(exitCodes.usage, `"${plain(ticket)}" is not a ticket number, such as INC-4711.`)
    const isAsked = given.stdin.isTTY === true
    if (!options.yes && !isAsked)
      throw new Failure(
        exitCodes.usage,
        'No one can be asked here. Add --yes to deactivate without a question.',
      )
    const params = { SimId: iccid }
    const subject = await client.ask(calls.getSimSubject, { params })
    note(
      [
        factsOf([
          ['SIM', subject.iccid],
          ['State', sayState(subject.state) || notShown],
          ['Carrier', subject.carrierName],
          ['Company', subject.companyName],
          ['Panel', subject.panel],
          ...(subject.deactivatedAt ? [['Deactivated here', sayTime(subject.deactivatedAt)] as const] : []),
        ]),
        'A panel with this SIM can no longer report over it.',
        ...(subject.cannotUndo ? [plain(subject.cannotUndo)] : []),
      ].join('\n'),
    )
    if (!options.yes) {
      const last = iccid.slice(-4)
      const typed = await askLine(given, `Deactivate it? Type the last four digits of the SIM (${last}): `)
      if (typed.trim() !== last) throw new Failure(exitCodes.notDone, 'Not deactivated.')
    }
    const data = await client.ask(calls.deactivateSim, {
      params,
      query: { reason, ticket: ticket || undefined },
    })
    return {
      data,
      text: () => `SIM ${plain(data.iccid)}: ${plain(data.status)}\n${client.url}${pageOf('sim', iccid)}`,
      code: data.status.startsWith('Success') ? exitCodes.done : exitCodes.notDone,
    }
  },
}
