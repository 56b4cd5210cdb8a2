import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const compressible = /\.(?:js|css|html|svg|json|txt)$/

/**
 * Writes a brotli copy (FILE.br, best quality) beside every text file of the build, so that the server answers
 * without compressing anything itself. Files that would not shrink stay as they are.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true })
      await Promise.all(
        files
          .filter((file) => compressible.test(file))
          .map(async (file) => {
            const path = join(folder, file)
            const content = await readFile(path)
            const packed = await brotli(content, {
              params: {
                [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
                [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
                [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
              },
            })
            if (packed.length < content.length) await writeFile(`${path}.br`, packed)
          }),
      )
    },
  }
}
