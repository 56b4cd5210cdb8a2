import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import type { User } from '../sign-on/user.ts'
import type { Api } from './api.ts'

/**
 * Who calls, by their token.
 * @throws Problem as `Guard.authenticate` does; TooMany where a stranger tries too often
 */
export async function whoCalls(
  { guard, limits }: Pick<Api, 'guard' | 'limits'>,
  request: FastifyRequest,
): Promise<User> {
  try {
    return await guard.authenticate(request.headers.authorization)
  } catch (error) {
    if (error instanceof Problem && error.isStranger) limits.countStranger(request.ip)
    throw error
  }
}
