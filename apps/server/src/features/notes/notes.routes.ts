import { calls } from '@support-console/contract'
import type { Api } from '../../platform/http/api.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { sayUtc } from '../../platform/say-utc.ts'
import {
  addNote,
  endNote,
  findNote,
  named,
  namedStill,
  notesOn,
  onThing,
  refuseReader,
  refuseWriter,
  sayOn,
} from './notes.store.ts'

/** Short notes on things, for the next people who look at them. */
export function registerNotes(api: Api): void {
  const { db, clock } = api.platform

  registerCall(api, calls.listNotes, async ({ params, user }) => {
    const on = onThing(params.thing)
    refuseReader(user, on)
    return { data: await notesOn(db, on, user, clock.now()) }
  })

  registerCall(api, calls.writeNote, async ({ params, body, user }, work) => {
    const on = onThing(params.thing)
    refuseWriter(user, on)
    const object = await named(db, on)
    work.about({ message: `Write a note on ${sayOn(on)}: “${body.text}”`, object })
    const until = new Date(body.until)
    return work.finish(async (trx) => ({
      data: await addNote(trx, user, { on, text: body.text, until }, clock.now()),
      message: 'Everyone who can open this page sees the note.',
      entry: { detail: `Until ${sayUtc(until)}` },
    }))
  })

  registerCall(api, calls.endNote, async ({ params, user }, work) => {
    const note = await findNote(db, params.noteId, user)
    refuseWriter(user, note.thing)
    work.about({
      message: `End the note on ${sayOn(note.thing)}: “${note.text}”`,
      object: await namedStill(db, note.thing),
    })
    return work.finish(async (trx) => {
      await endNote(trx, note.noteId, clock.now())
      return { data: null, message: 'The note has ended.', entry: {} }
    })
  })
}
