/** A number in E.164 form that belongs to nobody, where the profile names none. */
export const SOME_PHONE = '+12025550123'
