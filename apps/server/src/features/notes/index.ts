import { sql } from 'kysely'
import { deleteInSteps, keptFor } from '../../platform/database/keep.ts'
import type { Feature, FeatureParts } from '../../platform/feature.ts'
import { registerNotes } from './notes.routes.ts'

export { notesWithin } from './notes.store.ts'

interface Needs extends FeatureParts {
  settings: { keepDays: { batches: number } }
}

/** Short notes on things. */
export const notes = ({ platform, settings }: Needs): Feature => ({
  calls: registerNotes,
  upkeep: [
    keptFor(settings.keepDays.batches, platform.clock.now, (db, before) =>
      deleteInSteps(db, 'note', sql`until_at < ${before}`),
    ),
  ],
})
