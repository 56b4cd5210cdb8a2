import { z } from 'zod'
import { defineCall } from './call.ts'

export const streamNews = defineCall({
  method: 'GET',
  path: '/news/v1/stream',
  access: 'signed-in',
  spec: 'D37',
  summary:
    'What changes, as it happens: each event is a list of notices, { kind, id }, of what the reader may read. Ends with the token',
  streams: true,
  data: z.null(),
})

export const newsCalls = { streamNews }
