import { brotliCompressSync, constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { Call } from '@support-console/contract'
import type { FastifyInstance, RouteOptions } from 'fastify'

type Compression = NonNullable<RouteOptions['compress']>

/** A window of 512 kB: larger and smaller ones make long lists larger, and the usual 4 MB take more time and memory. */
const brotli = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 19 },
})

/**
 * How a route's answers of more than a kilobyte go out, by what the caller takes. Up to 128 kB at once, quickly, in less
 * than a millisecond: a stream costs a small answer several times that. The rare larger ones, which their readers wait
 * for anyway, as streams in threads beside everybody's, and thoroughly (bench/wire.ts).
 */
export const compressed: Compression = {
  encodings: ['br', 'gzip'],
  threshold: 1024,
  syncThreshold: 128 * 1024,
  zlib: { brotliCompressSync: (answer: Buffer) => brotliCompressSync(answer, brotli(3)) },
  brotliOptions: brotli(9),
  zlibOptions: { level: 6 },
}

/** Where routes say by themselves what is compressed. Bodies of requests never are: a small one could unpack to anything. */
export async function addCompression(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, { global: false, globalDecompression: false })
}

/** A stream of events is sent as it comes. */
const unlessEvents: Compression = { ...compressed, customTypes: /^application\/json/ }

/**
 * What a call's answer is: compressed, but for a file or a stream, which are sent as they are made, and for what carries a secret. The
 * length of a compressed answer tells how much of a text chosen by someone else repeats in it (BREACH). To read that,
 * they would have to make a browser ask with its user's token, which goes in a header that no other site can add; so this
 * is a second lock, and it costs nothing, for those answers are short.
 */
export const compressionOf = (call: Call): Compression =>
  call.file || call.streams || call.carriesSecret ? false : call.mayStream ? unlessEvents : compressed
