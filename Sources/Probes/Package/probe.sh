#!/bin/sh
# Asks Core Data and SwiftData on this Mac what deletes do, and leaves one file: observations.jsonl.
#
#   ./probe.sh                          this Mac
#   ./probe.sh --simulator "iPhone 16"  a simulator that is booted (untried: README.md)
#
# A run that was ended goes on where it was, if 'deleterules' is in PATH; it asks and judges then.
# Without it the probes ask themselves, which takes as long, and say nothing about what they see.
set -eu
cd "$(dirname "$0")"
. ./probe.settings

out=${OUT:-observations.jsonl}
jobs=${JOBS:-2}
device=
case ${1:-} in
  '') ;;
  --simulator) device=${2:?--simulator takes the name or the id of a device that is booted} ;;
  *) sed -n '2,8s/^# *//p' "$0" >&2; exit 64 ;;
esac

if [ "$(uname)" = Darwin ]; then
  # The macros of SwiftData are a part of Xcode, not of its command line tools.
  case ${DEVELOPER_DIR:-$(xcode-select -p 2>/dev/null || true)} in
    *Xcode*) ;;
    *)
      xcode=$(ls -d /Applications/Xcode*.app 2>/dev/null | tail -1 || true)
      if [ -n "$xcode" ]; then
        DEVELOPER_DIR=$xcode/Contents/Developer
        export DEVELOPER_DIR
        echo "builds with $xcode" >&2
      else
        echo "found no Xcode; without it only 'deleterules-lab probe --expanded' builds" >&2
      fi
      ;;
  esac
  PROBE_XCODE=$(xcodebuild -version 2>/dev/null | tr '\n' ' ' | sed 's/Xcode //; s/Build version //; s/ *$//' || true)
fi
PROBE_XCODE=${PROBE_XCODE:-$(swift --version 2>/dev/null | sed -n 's/.*\(Swift version [0-9.]*\).*/\1/p' | head -1)}
export PROBE_XCODE

# shellcheck disable=SC2086
swift build ${PROBE_BUILD:-} >&2
# shellcheck disable=SC2086
bin=$(swift build ${PROBE_BUILD:-} --show-bin-path)

if [ -n "$device" ]; then
  sdk=$(xcrun --sdk iphonesimulator --show-sdk-path)
  swift build --scratch-path .build-simulator --sdk "$sdk" \
    --triple "$(uname -m)-apple-ios17.0-simulator" >&2
  inside=$(swift build --scratch-path .build-simulator --sdk "$sdk" \
    --triple "$(uname -m)-apple-ios17.0-simulator" --show-bin-path)
  PROBE_SYSTEM="iOS $(xcrun simctl spawn "$device" sw_vers -productVersion 2>/dev/null \
    || xcrun simctl getenv "$device" SIMULATOR_RUNTIME_VERSION)"
  export PROBE_SYSTEM
fi

mkdir -p parts
status=0
for framework in $frameworks; do
  probe=$(echo "$framework" | tr '[:upper:]' '[:lower:]')-probe
  if [ -n "$device" ]; then
    PROBE_CHILD="xcrun simctl spawn '$device' '$inside/$probe'"
    export PROBE_CHILD
  fi
  for place in 'sqlite' 'memory' 'sqlite --inserting-context' 'memory --inserting-context'; do
    part=parts/$framework-$(echo "$place" | tr -d ' ').jsonl
    echo "asks $framework, $place" >&2
    if command -v deleterules-lab >/dev/null 2>&1; then
      code=0
      # shellcheck disable=SC2086
      deleterules-lab conform --quiet --jobs "$jobs" --timeout 300 --framework "$framework" \
        ${only:+--only "$only"} ${matrices:+--matrices "$matrices"} --output "$part" \
        -- "$bin/$probe" --store $place >&2 || code=$?
      # A cell that differs is what is looked for; anything else has failed.
      if [ "$code" -gt 1 ]; then exit "$code"; fi
      if [ "$code" -ne 0 ]; then status=1; fi
    else
      # shellcheck disable=SC2086
      "$bin/$probe" --store $place --ask "questions/$framework.jsonl" >"$part.new"
      mv "$part.new" "$part"
    fi
  done
done

cat parts/*.jsonl >"$out"
if [ "$status" -ne 0 ]; then echo "some cells differ from what is predicted" >&2; fi
echo "wrote $out; send it, or: deleterules-lab import $out" >&2
