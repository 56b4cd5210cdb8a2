import { availableParallelism } from 'node:os'

/**
 * How many test files run at once. The processor bounds them, and each worker loads the product again: of six server files, 15 s
 * of it with two workers and 24 s with five (2 cores). One more than cores, for what waits; ports are shared out to nine
 * (free-port.ts).
 */
export const workers = Math.min(9, availableParallelism() + 1)
