// Zod tries out whether it may compile schemas by `new Function`; the page's policy refuses that, and the
// browser says so in its console. Zod reads this setting (`z.config`) before its first schema. A script of
// its own, since modules that a bundler has put into other files would run before one that sets it.
// oxlint-disable-next-line no-underscore-dangle -- its name is Zod’s
globalThis.__zod_globalConfig = { jitless: true };
