// pouchdb-server and PouchDB from npm, as a measurement needs them; their modules are found through NODE_PATH.
//   node pouchdb.cjs server CERTIFICATE FOLDER durable|shipped
//   node pouchdb.cjs latency URL FOLDER TIMES durable|shipped
"use strict";

const fs = require("fs");
const http = require("http");
const https = require("https");
const Module = require("module");

const say = (what) => process.stdout.write(JSON.stringify(what) + "\n");
const [what, ...words] = process.argv.slice(2);

// PouchDB never asks LevelDB to sync: what it calls stored is lost with the power. Asked here, to compare like with like.
function syncEveryWrite() {
  const load = Module._load;
  const mended = new Set();
  Module._load = function (name, ...rest) {
    const found = load.call(this, name, ...rest);
    if (name === "leveldown" && !mended.has(found)) {
      mended.add(found);
      for (const verb of ["_batch", "_put", "_del"]) {
        const plain = found.prototype[verb];
        found.prototype[verb] = function (...given) {
          const options = given.length - 2;
          given[options] = { ...given[options], sync: true };
          return plain.apply(this, given);
        };
      }
    }
    return found;
  };
}

function server(certificate, folder, how) {
  if (how === "durable") syncEveryWrite();
  const pem = fs.readFileSync(certificate);
  // pouchdb-server speaks plain HTTP on a port that it wants to be told: here TLS, as anybody would put before it.
  http.createServer = (app) => {
    const serving = https.createServer({ cert: pem, key: pem }, app);
    const listen = serving.listen;
    serving.listen = (_port, host, heard) => listen.call(serving, 0, host, heard);
    serving.keepAliveTimeout = 60000;
    serving.on("listening", () => say({ port: serving.address().port }));
    return serving;
  };
  process.argv = [process.argv[0], "pouchdb-server", "--dir", folder, "--no-stdout-logs", "--config", `${folder}/config.json`];
  process.chdir(folder);
  require("pouchdb-server");
}

async function latency(url, folder, times, how) {
  if (how === "durable") syncEveryWrite();
  const PouchDB = require("pouchdb");
  const table = new PouchDB(`${folder}/table`);
  const arbiter = new PouchDB(`${folder}/arbiter`);
  const arrived = new Map();
  arbiter.changes({ live: true, since: "now" }).on("change", (change) => {
    const told = arrived.get(change.id);
    if (told) told(process.hrtime.bigint());
  });
  const there = table.replicate.to(url, { live: true, retry: true });
  const back = arbiter.replicate.from(url, { live: true, retry: true });
  const body = { kind: "DonneRecorded", table: 1, body: { position: 1, entry: { preneur: "S", contrat: "garde", bouts: 2, demi_points: 90 } } };
  const found = [];
  for (let number = 0; number < Number(times) + 3; number++) {
    const id = `e${number}`;
    const heard = new Promise((resolve) => arrived.set(id, resolve));
    const began = process.hrtime.bigint();
    await table.put({ _id: id, ...body });
    const took = Number((await heard) - began) / 1e6;
    if (number >= 3) found.push(took); // the first ones find the connections
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  there.cancel();
  back.cancel();
  say(found);
  process.exit(0);
}

process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
if (what === "server") server(...words);
else latency(...words);
