/**
 * Node's options for a process that lives for seconds: WebAssembly, which PGlite is, is compiled once, quickly. Making
 * it faster afterwards, beside the work, would cost as much processor as the whole start.
 */
export const shortLived = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const
