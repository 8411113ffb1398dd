# Helpers of .ci/run: the temporary folder, clones, virtual environments, Debian packages.

heading() { printf '\n=== %s\n' "$*"; }
note() { printf 'note: %s\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
verdict() { if [[ $1 -eq 0 ]]; then echo ok; else echo FAILED; fi; }

# One temporary folder for everything, an environment without traces of the caller's installs.
prepare() {
  work=$(mktemp -d "${TMPDIR:-/tmp}/ranksure-ci.XXXXXX")
  if [[ -n ${RANKSURE_CI_KEEP:-} ]]; then
    note "everything is in $work"
  else
    trap 'rm -rf "$work"' EXIT
  fi
  unset VIRTUAL_ENV PYTHONPATH PYTHONHOME CMAKE_PREFIX_PATH
  export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_PROGRESS_BAR=off PIP_ROOT_USER_ACTION=ignore
  export MPLCONFIGDIR=$work/matplotlib
  if [[ -z ${RANKSURE_SHARED:-} && -d $root/../shared ]]; then
    RANKSURE_SHARED=$(cd "$root/../shared" && pwd)
  fi
  [[ -z ${RANKSURE_SHARED:-} ]] || export RANKSURE_SHARED
  need_debian git git
  need_debian g++ g++
  need_debian make make
  need_python
  # In containers the checkout often belongs to another user, which git refuses by default.
  export GIT_CONFIG_GLOBAL=$work/gitconfig
  git config --global safe.directory '*'
  git -C "$root" rev-parse --verify -q HEAD >/dev/null || die "$root has no commit to check"
  local changed
  changed=$(git -C "$root" status --porcelain | wc -l)
  [[ -z ${RANKSURE_CI_OLDEST:-} ]] || constrain_to_oldest
  [[ $changed -eq 0 ]] || note "$changed uncommitted changes are not part of this run"
}

# Every install gets the lowest versions that pyproject.toml allows: `numpy>=1.26` becomes `==1.26.*`.
constrain_to_oldest() {
  export PIP_CONSTRAINT=$work/oldest.txt
  "$python" - "$root/pyproject.toml" <<'PY' >"$PIP_CONSTRAINT"
import re, sys, tomllib
with open(sys.argv[1], "rb") as file:
    project = tomllib.load(file)["project"]
extras = project["optional-dependencies"]
users = (extras[name] for name in extras if name not in ("dev", "bench"))
for requirement in sum(users, project["dependencies"]):
    if found := re.fullmatch(r"([\w-]+)>=([\d.]+)", requirement):
        print(f"{found[1]}=={found[2]}.*")
PY
  note "oldest versions: $(tr '\n' ' ' <"$PIP_CONSTRAINT")"
}

# need_debian COMMAND PACKAGE...: installs the packages when the command is missing.
need_debian() {
  local command=$1
  shift
  command -v "$command" >/dev/null || install_debian "$@"
  command -v "$command" >/dev/null || die "'$command' is missing; install $*"
}

install_debian() {
  if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
    die "install the Debian packages: $*"
  fi
  note "installing Debian packages: $*"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$@" >/dev/null
}

need_python() {
  need_debian "${RANKSURE_CI_PYTHON:-python3}" python3
  python=$(command -v "${RANKSURE_CI_PYTHON:-python3}")
  usable_python "$python" || install_debian python3-venv python3-dev
  usable_python "$python" || die "$python cannot build: needs Python 3.11, venv, pip and headers"
}

# True when the interpreter runs, is new enough, and can make environments and compile against.
usable_python() {
  "$1" - <<'PY' 2>/dev/null
import ensurepip, os, sys, sysconfig, venv
header = os.path.join(sysconfig.get_path("include"), "Python.h")
sys.exit(sys.version_info < (3, 11) or not os.path.exists(header))
PY
}

# find_python 3.12: prints a usable interpreter of that version from PATH or pyenv, or fails.
find_python() {
  local candidate
  for candidate in "$(command -v "python$1")" \
    "${PYENV_ROOT:-$HOME/.pyenv}/versions/"*"/bin/python$1"; do
    if [[ -x $candidate ]] && usable_python "$candidate"; then
      echo "$candidate"
      return 0
    fi
  done
  return 1
}

# fresh_clone NAME: the committed state, in its own folder; prints the path.
fresh_clone() {
  local path=$work/clones/$1
  [[ -d $path ]] || git clone --quiet "$root" "$path"
  echo "$path"
}

# fresh_venv NAME [PYTHON]: a new empty virtual environment; prints the path.
fresh_venv() {
  local path=$work/venvs/$1
  [[ ! -e $path ]] || die "virtual environment $1 exists already"
  "${2:-$python}" -m venv "$path"
  echo "$path"
}

# tools_venv: the pinned tools, without the project; made once.
tools_venv() {
  local path=$work/venvs/tools
  if [[ ! -d $path ]]; then
    fresh_venv tools >/dev/null
    PIP_CONSTRAINT='' "$path/bin/pip" install -qq -r "$root/.ci/tools.txt" >&2
  fi
  echo "$path"
}

# clean_tree CLONE: building and testing must leave nothing behind that git sees.
clean_tree() {
  local left
  left=$(git -C "$1" status --porcelain)
  [[ -z $left ]] || die "the tree is not clean after the step:"$'\n'"$left"
}

# readme_block MARKER FILE: the shell block that follows <!-- MARKER -->.
readme_block() {
  local block
  block=$(awk -v marker="<!-- $1 -->" '
    index($0, marker) { found = 1; next }
    found && /^```(sh|bash)$/ { inside = 1; next }
    inside && /^```$/ { exit }
    inside { print }
  ' "$2")
  [[ -n $block ]] || die "README.md has no shell block after <!-- $1 -->"
  printf '%s\n' "$block"
}

# run_in_empty_venv CLONE VENV COMMANDS: what a reader does who pastes them into a new shell.
run_in_empty_venv() {
  printf '%s\n' "$3" | sed 's/^/$ /'
  (
    cd "$1"
    # shellcheck source=/dev/null
    . "$2/bin/activate"
    bash -eo pipefail -c "$3"
  )
}
