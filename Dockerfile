# The mock in a container:
#   docker build -t understudy . && docker run --rm -p 4010:4010 understudy
# Other commands work too: docker run --rm understudy spec gaps
# The API answers under any name; the control interface only under localhost, addresses and what --allow-host
# names (a service of a compose file, say), so that no web page can reach it through a name of its own.

FROM node:24-slim AS build
WORKDIR /understudy
COPY package.json package-lock.json .npmrc ./
# The image brings Node, and no test is run here: nothing needs an install script.
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/build.ts

FROM node:24-slim AS dependencies
WORKDIR /understudy
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-alpine
ENV NODE_ENV=production
WORKDIR /understudy
COPY --from=dependencies /understudy/node_modules node_modules
COPY --from=build /understudy/dist dist
COPY package.json LICENSE ./
COPY bin/understudy.js bin/loading.js bin/
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4010/_understudy/health"]
ENTRYPOINT ["node", "bin/understudy.js"]
CMD ["serve", "--host", "0.0.0.0"]
