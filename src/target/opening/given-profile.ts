import { dirname } from 'node:path'
import source from '../../contract/generated/spec.js'
import { readProfile } from '../../contract/profile/read-profile.ts'
import type { Profile } from '../../contract/profile.ts'
import { readText } from './read-text.ts'

/** A profile as somebody gives it: a file, or one that was read already. */
export interface GivenProfile {
  readonly profile?: string | Profile
  /** The folder of the driver's module, when the profile is not a file. */
  readonly folder?: string
}

/** Throws a MistakesError for what is wrong in the file. */
export const profileFrom = (file: string): Profile =>
  readProfile(source, { text: readText(file), file, environment: process.env })

export const readGiven = ({ profile }: GivenProfile): Profile | undefined =>
  typeof profile === 'string' ? profileFrom(profile) : profile

export const folderOf = ({ profile, folder }: GivenProfile): string =>
  folder ?? (typeof profile === 'string' ? dirname(profile) : '.')
